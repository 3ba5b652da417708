import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/scripts/tools/terminal";
import { openEventStream } from "@/tests/support/event-stream";
import { table } from "../bench/table";
import { quantile } from "../hammer";
import { RoomServer } from "./room-process";

const MEMBERS = 50;
const MESSAGES = 300;
const BETWEEN_MS = 50;
const MOST_P50_MS = 50;
const MOST_P99_MS = 250;

/** How long after somebody sends a message each of fifty readers has it: on one machine, which the readers share. */
export async function measureLatency(): Promise<void> {
  const server = await RoomServer.start();
  const sentAt = new Map<number, number>();
  const times: number[] = [];
  const streams = await Promise.all(
    Array.from({ length: MEMBERS }, (_, n) =>
      openEventStream(`${server.url}/?reader=${n}`, {}, ({ event, data }) => {
        const from = event === "message" ? sentAt.get(Number(data.n)) : undefined;
        if (from !== undefined) times.push(performance.now() - from);
      }),
    ),
  );
  for (let n = 0; n < MESSAGES; n += 1) {
    sentAt.set(n, performance.now());
    await fetch(`${server.url}/messages`, { method: "POST", body: JSON.stringify({ n, text: "x".repeat(200) }) });
    await sleep(BETWEEN_MS);
  }
  await sleep(1000);
  streams.forEach((stream) => stream.close());
  await server.kill();
  times.sort((a, b) => a - b);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  table(
    ["a message to 50 readers", "p50, ms", "p99, ms"],
    [[`${times.length.toLocaleString("en")} arrivals`, p50.toFixed(1), p99.toFixed(1)]],
  );
  if (times.length !== MEMBERS * MESSAGES) throw new UserError("A message did not arrive.");
  if (p50 > MOST_P50_MS || p99 > MOST_P99_MS) throw new UserError("Messages take too long.");
}
