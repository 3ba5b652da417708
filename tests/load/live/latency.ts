import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "@/lib/server/server";
import { UserError } from "@/scripts/tools/terminal";
import type { ReceivedEvent } from "@/tests/support/event-stream";
import { table } from "../bench/table";
import { quantile } from "../hammer";
import type { Variables } from "../rehearsal";
import { LiveRoom } from "./room";

const MEMBERS = 50;
const MESSAGES = 300;
const BETWEEN_MS = 50;
const ARRIVAL_TIMEOUT_MS = 10_000;
const MOST_P50_MS = 50;
const MOST_P99_MS = 250;

/**
 * Measures how long a message takes to reach each of fifty members. The production server, its database and the members
 * share one machine.
 */
export async function measureLatency(variables: Variables): Promise<void> {
  const stopping = new AbortController();
  const server = await startServer(variables, stopping.signal);
  try {
    const times = await timeArrivals(server.address);
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    table(
      ["a message to 50 members", "p50, ms", "p99, ms"],
      [[`${times.length.toLocaleString("en")} arrivals`, p50.toFixed(1), p99.toFixed(1)]],
    );
    if (times.length !== MEMBERS * MESSAGES) throw new UserError("A message did not arrive.");
    if (p50 > MOST_P50_MS || p99 > MOST_P99_MS) throw new UserError("Messages take too long.");
  } finally {
    stopping.abort();
    await server.ended;
  }
}

async function timeArrivals(url: string): Promise<number[]> {
  const room = await LiveRoom.open(url, { people: MEMBERS });
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const onEvent = ({ event, data }: ReceivedEvent) => {
    const from = event === "message" ? sentAt.get(String(data.content)) : undefined;
    if (from !== undefined) times.push(performance.now() - from);
  };
  const streams = await Promise.all(room.members.map((member) => room.follow(url, member, { onEvent })));
  const answers: Promise<unknown>[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const content = `Message ${n}, ${"of the usual length ".repeat(5)}`.trim();
    sentAt.set(content, performance.now());
    answers.push(room.say(url, room.members[n % MEMBERS]!, content).then((response) => response.text()));
    await sleep(BETWEEN_MS);
  }
  await Promise.all(answers);
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; times.length < MEMBERS * MESSAGES && Date.now() < end;)
    await sleep(50);
  streams.forEach((stream) => stream.close());
  return times.sort((a, b) => a - b);
}
