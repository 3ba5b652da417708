import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "@/lib/server/server";
import { UserError } from "@/scripts/tools/terminal";
import { MAX_STREAMS_PER_ACCOUNT } from "@/lib/live/rules";
import { openEventStream, type OpenedStream } from "@/tests/support/event-stream";
import { table } from "../bench/table";
import type { Variables } from "../rehearsal";
import { type Member, newMembers } from "../siege/member";
import { openWire } from "../wire";
import { COLLECTS_GARBAGE, residentMb } from "./resident-memory";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";

const STREAMS = 1000;
const WARM_UP = 200;
const AT_ONCE = 8;
const SETTLE_MS = 15_000;
const MOST_MB = 50;
/** A poll each second, a check of the sessions every five seconds, and occasional other queries. */
const MOST_QUERIES = 90;

/** Measures the memory and the queries per minute that a thousand idle streams cost the production server. */
export async function measureIdleStreams(variables: Variables): Promise<void> {
  const members = await newMembers(STREAMS / MAX_STREAMS_PER_ACCOUNT);
  const wire = await openWire(variables.DATABASE_URL);
  const stopping = new AbortController();
  const server = await startServer(
    { ...variables, ...COLLECTS_GARBAGE, DATABASE_URL: wire.url, WEB_CONCURRENCY: "1" },
    stopping.signal,
  );
  try {
    // One-time costs of the first streams are not part of the cost per stream.
    await closed(await openAll(server.address, members, WARM_UP));
    await sleep(SETTLE_MS);
    const before = { mb: await residentMb(server.pids()[0] ?? 0), queries: await queriesInAMinute(wire.traffic) };
    const from = performance.now();
    const streams = await openAll(server.address, members, STREAMS);
    const seconds = (performance.now() - from) / 1000;
    await sleep(SETTLE_MS);
    const queries = await queriesInAMinute(wire.traffic);
    const after = { mb: await residentMb(server.pids()[0] ?? 0), queries };
    if (streams.some(({ reader }) => reader.events[0]?.event !== "hello"))
      throw new UserError("A stream sent nothing.");
    const cost = { mb: after.mb - before.mb, queries: after.queries - before.queries };
    table(
      ["streams", "memory, MB", "queries a minute"],
      [
        ["0", before.mb.toFixed(0), String(before.queries)],
        [STREAMS.toLocaleString("en"), after.mb.toFixed(0), String(after.queries)],
        ["their cost", cost.mb.toFixed(1), String(cost.queries)],
      ],
    );
    console.log(`  opened in ${seconds.toFixed(1)} s\n`);
    await closed(streams);
    if (cost.mb > MOST_MB) throw new UserError(`${STREAMS} idle streams cost more than ${MOST_MB} MB.`);
    if (cost.queries > MOST_QUERIES)
      throw new UserError(`${STREAMS} idle streams cost more than a query a second together.`);
  } finally {
    stopping.abort();
    await server.ended;
    wire.close();
  }
}

async function openAll(address: string, members: Member[], count: number): Promise<OpenedStream[]> {
  const streams: OpenedStream[] = [];
  let next = 0;
  const open = async () => {
    for (let n; (n = next++) < count;) {
      const stream = await openEventStream(`${address}/api/live?topics=me`, {
        Cookie: members[n % members.length]!.cookie,
      });
      if (stream.status !== 200) throw new UserError(`A stream was answered ${stream.status}: ${stream.text()}`);
      streams.push(stream);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  return streams;
}

async function closed(streams: OpenedStream[]): Promise<void> {
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
}

async function queriesInAMinute(traffic: { roundTrips: number }): Promise<number> {
  const before = traffic.roundTrips;
  await sleep(MINUTE_MS);
  return traffic.roundTrips - before;
}
