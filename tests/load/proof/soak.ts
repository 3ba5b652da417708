import { setTimeout as sleep } from "node:timers/promises";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { Answers } from "../fleet/client";
import { Crowd, newMembers } from "../fleet/crowd";
import { judgeActs, failOnProblems } from "../fleet/outcome";
import { type Receiver, startReceiver } from "../fleet/receiver";
import { COLLECTS_GARBAGE, residentMb } from "../live/resident-memory";
import { rehearse } from "../rehearsal";
import { Readers } from "../soak/readers";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const PEOPLE = 25;
const WORKERS = 2;
const MEASUREMENTS = 12;
/** From this measurement, a third into the run, memory may grow only by the tolerance. */
const SETTLED = MEASUREMENTS / 3;
const MOST_GROWTH = 1.1;

/** An hour of mixed load (`SOAK_MINUTES`) does not increase the server's memory, and loses nothing. */
export async function prove(): Promise<void> {
  await rehearse(async (variables) => {
    const workers = { WEB_CONCURRENCY: String(WORKERS) };
    const server = await startTestServer(variables.DATABASE_URL, { ...variables, ...COLLECTS_GARBAGE, ...workers });
    const receiver = await startReceiver();
    try {
      failOnProblems(await soak(server, receiver));
    } finally {
      receiver.stop();
      await server.stop();
    }
  });
}

async function soak(server: TestServer, receiver: Receiver): Promise<string[]> {
  const answers = new Answers();
  const crowd = await Crowd.gather(await newMembers(PEOPLE), server, receiver.url, answers);
  const readers = new Readers(server.url, crowd.people, answers);
  while (server.pids().length < WORKERS) await sleep(100);
  const pidsNow = () => [...server.pids(), ...server.pagePids()];
  const pids = pidsNow();
  let isOver = false;
  const load = Promise.all([crowd.act(() => isOver), readers.read(() => isOver)]);
  const measuring = measure(pids, () => crowd.acts + readers.requests).finally(() => (isOver = true));
  const [measured] = await Promise.all([measuring, load]);
  console.log(`  ${readers.streams} streams were opened`);
  return [
    ...(String(pids) === String(pidsNow()) ? [] : ["A process ended by itself"]),
    ...pids.flatMap((_, process) => growthOf(process, measured)),
    ...readers.surprises,
    ...(await judgeActs(crowd, answers, receiver)),
  ];
}

/** Samples the megabytes of each process at equal intervals over the run, and prints them. */
async function measure(pids: number[], countRequests: () => number): Promise<number[][]> {
  const measured: number[][] = [];
  for (let n = 1; n <= MEASUREMENTS; n += 1) {
    await sleep((MINUTES * 60_000) / MEASUREMENTS);
    const megabytes = await Promise.all(pids.map(residentMb));
    measured.push(megabytes);
    const each = megabytes.map((mb) => mb.toFixed(0)).join(" and ");
    const [minute, requests] = [((MINUTES * n) / MEASUREMENTS).toFixed(0), countRequests().toLocaleString("en")];
    console.log(`  minute ${minute.padStart(2)}: ${requests.padStart(9)} requests, processes of ${each} MB`);
  }
  return measured;
}

function growthOf(process: number, measured: number[][]): string[] {
  const [settled = NaN, end = NaN] = [measured[SETTLED - 1]?.[process], measured.at(-1)?.[process]];
  if (end <= settled * MOST_GROWTH) return [];
  return [`Process ${process + 1} grew from ${settled.toFixed(0)} to ${end.toFixed(0)} MB`];
}
