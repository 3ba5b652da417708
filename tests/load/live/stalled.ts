import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@/lib/domain/kernel/context";
import { publishAll } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { MAX_STREAMS_PER_ACCOUNT, STALL_MS } from "@/lib/live/rules";
import { startServer } from "@/lib/server/server";
import { UserError } from "@/scripts/tools/terminal";
import { openEventStream, type OpenedStream } from "@/tests/support/event-stream";
import { table } from "../bench/table";
import type { Variables } from "../rehearsal";
import { type Member, newMember } from "../siege/member";
import { COLLECTS_GARBAGE, residentMb } from "./resident-memory";

/** One of the account's streams is being read. */
const STALLED = MAX_STREAMS_PER_ACCOUNT - 1;
const EVENTS = 2000;
const AT_ONCE = 50;
const EVENT_CHARS = 20_000;
const TIMEOUT_MS = 60_000;
/** 360 MB are sent to them in total. */
const MOST_MB = 60;

/** Readers that do not read cost the production server a bounded amount of memory, and are disconnected. */
export async function proveStalledReadersAreCutOff(variables: Variables): Promise<void> {
  const stopping = new AbortController();
  const server = await startServer({ ...variables, ...COLLECTS_GARBAGE, WEB_CONCURRENCY: "1" }, stopping.signal);
  try {
    const member = await newMember();
    const reader = await open(server.address, member);
    const stalled = Array.from({ length: STALLED }, () => stall(new URL(server.address), member));
    await until(async () => !(await areFree(server.address, member, 1)), "The streams are not open.");
    const before = await residentMb(server.pids()[0] ?? 0);
    await publish(member, (count) => reader.reader.seqsOf("me").length >= count);
    const after = await residentMb(server.pids()[0] ?? 0);
    const seqs = reader.reader.seqsOf("me");
    if (seqs.some((seq, index) => seq !== index + 1)) throw new UserError("The active reader lost an event.");
    const from = performance.now();
    await until(() => areFree(server.address, member, STALLED), "Readers that take nothing are not cut off.");
    table(
      [
        `${STALLED} readers that take nothing`,
        "memory before, MB",
        "after, MB",
        `cut off (stalled for ${STALL_MS / 1000} s), s`,
      ],
      [
        [
          `${EVENTS.toLocaleString("en")} events of 20 KB`,
          ...[before, after].map((mb) => mb.toFixed(0)),
          ((performance.now() - from) / 1000).toFixed(1),
        ],
      ],
    );
    if (after - before > MOST_MB) throw new UserError("Stalled readers cost too much memory.");
    reader.close();
    stalled.forEach((socket) => socket.destroy());
  } finally {
    stopping.abort();
    await server.ended;
  }
}

function open(url: string, { cookie }: Member): Promise<OpenedStream> {
  return openEventStream(`${url}/api/live?topics=me`, { Cookie: cookie });
}

/** Whether the account may open that many more streams. */
async function areFree(url: string, member: Member, count: number): Promise<boolean> {
  const streams = await Promise.all(Array.from({ length: count }, () => open(url, member)));
  streams.forEach((stream) => stream.close());
  return streams.every(({ status }) => status === 200);
}

function stall({ hostname, port, host }: URL, { cookie }: Member): net.Socket {
  const socket = net.connect(Number(port), hostname).on("error", () => undefined);
  socket.write(`GET /api/live?topics=me HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  return socket.pause();
}

/** Publishes like another process of the product, as fast as an active reader reads. */
async function publish({ account }: Member, hasArrived: (count: number) => boolean): Promise<void> {
  const topic = userTopic(account.id);
  const events = Array.from({ length: AT_ONCE }, () => ({
    topic,
    event: "challenge" as const,
    data: { text: "x".repeat(EVENT_CHARS) },
  }));
  for (let count = AT_ONCE; count <= EVENTS; count += AT_ONCE) {
    await inTransaction(account.ctx(), (tx) => publishAll(tx, events));
    await until(async () => hasArrived(count), "The reader that reads gets nothing.");
  }
}

async function until(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; !(await condition()); await sleep(100))
    if (Date.now() > end) throw new UserError(otherwise);
}
