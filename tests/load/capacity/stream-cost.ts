import { setTimeout as sleep } from "node:timers/promises";
import { roomTopic } from "@/lib/domain/consequences/live/topics";
import type { Measurements } from "@/scripts/tools/capacity/measurements";
import { type OpenedStream, openEventStream } from "@/tests/support/event-stream";
import { processesOf } from "@/tests/support/own-postgres";
import type { Instance } from "../fleet/instance";
import { residentMb } from "../live/resident-memory";
import type { Call } from "./calls";
import { type Baseline, costOf, IDLE_MS, type Measured, rounded, SETTLE_MS } from "./operation-cost";
import type { Participant, Population } from "./population";
import { difference, type Site } from "./site";

const STREAMS = 1000;
const AT_ONCE = 8;

interface Listener {
  topic: string;
  cookie: Participant["cookie"];
}

/** The cost of idle streams, over two of their keep-alive comments. */
export async function streamCost(
  site: Site,
  instance: Instance,
  { people }: Population,
  idle: Baseline,
): Promise<Measurements["stream"]> {
  const listeners = Array.from({ length: STREAMS }, (_, n) => ({
    topic: "me",
    cookie: people[n % people.length]!.cookie,
  }));
  // One-time costs of the first streams are not part of the cost per stream.
  await closeStreams(await openStreams(instance.url, listeners.slice(0, STREAMS / 5)));
  const before = await residentMbOf(instance);
  const streams = await openStreams(instance.url, listeners);
  await sleep(SETTLE_MS);
  const from = await site.used(instance);
  await sleep(IDLE_MS);
  const used = difference(await site.used(instance), from);
  const after = await residentMbOf(instance);
  await closeStreams(streams);
  const perStream = (ms: number, idleMs: number) => rounded(Math.max(0, (ms * 1000) / used.atMs - idleMs) / STREAMS, 5);
  return {
    webMs: perStream(used.webMs, idle.webMs),
    primaryMs: perStream(used.primaryMs, idle.primaryMs),
    bytes: Math.max(0, Math.round(((after - before) * 2 ** 20) / STREAMS)),
  };
}

/** The cost of messages in rooms whose members all have streams, compared with rooms without. */
export async function streamedEventCost(
  site: Site,
  instance: Instance,
  { rooms }: Population,
  message: Call,
  idle: Baseline,
  unheard: Measured,
): Promise<Measurements["streamedEvent"]> {
  const listeners = rooms.flatMap(({ code, members }) =>
    members.map(({ cookie }) => ({ topic: roomTopic(code), cookie })),
  );
  const heardBy = listeners.length / rooms.length;
  const streams = await openStreams(instance.url, listeners);
  const received = () => streams.reduce((sum, stream) => sum + stream.bytesRead(), 0);
  const before = received();
  let messages = 0;
  const counted: Call = (agent) => {
    messages += 1;
    return message(agent);
  };
  const { cost } = await costOf(site, instance, counted, idle, { counting: false });
  const bytes = received() - before;
  await closeStreams(streams);
  return {
    webMs: rounded(Math.max(0, cost.webMs - unheard.webMs) / heardBy),
    bytes: Math.round(bytes / (messages * heardBy)),
  };
}

/** The memory of all processes of an instance, after a garbage collection. */
export async function residentMbOf({ pid = 0 }: Instance): Promise<number> {
  const all = await Promise.all(
    processesOf(pid)
      .filter((each) => each !== pid)
      .map(residentMb),
  );
  return all.reduce((sum, mb) => sum + mb, 0);
}

/** Opens streams of the topics. */
export async function openStreams(url: string, listeners: Listener[]): Promise<OpenedStream[]> {
  const streams: OpenedStream[] = [];
  const waiting = listeners.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { topic, cookie } of waiting) {
        const stream = await openEventStream(`${url}/api/live?topics=${topic}`, { Cookie: cookie });
        if (stream.status !== 200) throw new Error(`A stream was answered ${stream.status}: ${stream.text()}`);
        streams.push(stream);
      }
    }),
  );
  return streams;
}

export async function closeStreams(streams: OpenedStream[]): Promise<void> {
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
}
