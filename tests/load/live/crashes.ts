import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/db";
import { type EventReader, openEventStream } from "@/tests/support/event-stream";
import { ROOM } from "./room";
import { RoomServer } from "./room-process";

const RETRY_MS = 50;
const CATCH_UP_TIMEOUT_MS = 60_000;

export interface Plan {
  instances: 1 | 2;
  clients: number;
  messages: number;
  kills: number;
  redisUrl?: string;
}

export interface Outcome {
  kills: number;
  acknowledged: string[];
  /** What each client received: the ids of the messages and their `seq`, in the order of arrival. */
  received: { ids: string[]; seqs: number[] }[];
  reconnects: number;
  resets: number;
  /** The ids in the order of their `seq`, as the database has them. */
  kept: string[];
}

/** Clients of one room write and read, while the processes that serve it are killed with -9 and started again. */
export async function writeThroughCrashes(plan: Plan): Promise<Outcome> {
  await database().prisma.liveEvent.deleteMany({ where: { topic: ROOM } });
  await database().prisma.liveTopic.deleteMany({ where: { topic: ROOM } });
  const servers = await Promise.all(Array.from({ length: plan.instances }, () => RoomServer.start(plan.redisUrl)));
  const clients = Array.from({ length: plan.clients }, (_, n) => new Client(n, servers));
  const reading = clients.map((client) => client.read());
  const acknowledged: string[] = [];
  const killing = killOnTheWay(servers, plan, acknowledged);
  await Promise.all(
    clients.map((client, n) => client.write(share(plan.messages, plan.clients, n), (id) => acknowledged.push(id))),
  );
  const kills = await killing;
  const kept = await idsInOrder();
  const areBehind = () => clients.some(({ ids }) => ids.length < kept.length);
  for (const end = Date.now() + CATCH_UP_TIMEOUT_MS; areBehind() && Date.now() < end;) await sleep(100);
  // What came twice would come now.
  await sleep(1500);
  clients.forEach((client) => client.stop());
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all(reading);
  return {
    kills,
    acknowledged,
    kept,
    received: clients.map(({ ids, seqs }) => ({ ids, seqs })),
    reconnects: clients.reduce((sum, { readers }) => sum + readers.length - 1, 0),
    resets: clients.reduce((sum, client) => sum + client.named("reset").length, 0),
  };
}

/** What is wrong with an outcome, in words; nothing if every message came to every client once, in one order. */
export function faultsOf({ acknowledged, received, kept, resets }: Outcome): string[] {
  const faults: string[] = [];
  const known = new Set(kept);
  const lost = acknowledged.filter((id) => !known.has(id));
  if (lost.length > 0) faults.push(`${lost.length} acknowledged messages are not in the database`);
  if (known.size !== kept.length) faults.push("a message is in the database twice");
  if (resets > 0) faults.push(`${resets} resets`);
  received.forEach(({ ids, seqs }, n) => {
    if (ids.length !== kept.length || ids.some((id, index) => id !== kept[index]))
      faults.push(`client ${n} received ${ids.length} of ${kept.length} messages, or in another order`);
    if (seqs.some((seq, index) => seq !== index + 1)) faults.push(`client ${n} saw a gap in seq`);
  });
  return faults;
}

class Client {
  /** One for each stream that was opened. */
  readonly readers: EventReader[] = [];
  private stopped = false;
  private close = () => {};

  constructor(
    private readonly number: number,
    private readonly servers: RoomServer[],
  ) {}

  get ids(): string[] {
    return this.named("message").map(({ data }) => String(data.id));
  }

  get seqs(): number[] {
    return this.named("message").map(({ data }) => Number(data.seq));
  }

  named(name: string) {
    return this.readers.flatMap((reader) => reader.named(name));
  }

  async read(): Promise<void> {
    // From before the first message on.
    for (let lastEventId = `${ROOM}=0`; !this.stopped; await sleep(RETRY_MS)) {
      const url = `${this.server(this.readers.length).url}/?reader=${this.number}&lastEventId=${lastEventId}`;
      const stream = await openEventStream(url).catch(() => undefined);
      if (!stream) continue;
      this.readers.push(stream.reader);
      this.close = stream.close;
      if (this.stopped) stream.close();
      await stream.ended;
      lastEventId = stream.reader.lastEventId ?? lastEventId;
    }
  }

  /** Writes so many acknowledged messages. One that was not may have been written all the same: the next is new. */
  async write(messages: number, acknowledge: (id: string) => void): Promise<void> {
    for (let written = 0; written < messages;) {
      const id = randomUUID();
      const answer = await fetch(`${this.server(written).url}/messages`, {
        method: "POST",
        body: JSON.stringify({ id, text: `Message ${written} of ${this.number}` }),
      }).catch(() => undefined);
      if (answer?.ok && (await answer.text().catch(() => undefined))) {
        written += 1;
        acknowledge(id);
      } else await sleep(RETRY_MS);
    }
  }

  stop(): void {
    this.stopped = true;
    this.close();
  }

  private server(turn: number): RoomServer {
    return this.servers[(this.number + turn) % this.servers.length]!;
  }
}

async function killOnTheWay(servers: RoomServer[], { kills, messages }: Plan, acknowledged: string[]): Promise<number> {
  for (let n = 1; n <= kills; n += 1) {
    while (acknowledged.length < (n * messages) / (kills + 1)) await sleep(5);
    const server = servers[n % servers.length]!;
    await server.kill();
    await server.begin();
  }
  return kills;
}

const share = (total: number, parts: number, part: number) =>
  Math.floor((total * (part + 1)) / parts) - Math.floor((total * part) / parts);

async function idsInOrder(): Promise<string[]> {
  const rows = await database().prisma.liveEvent.findMany({ where: { topic: ROOM }, orderBy: { seq: "asc" } });
  return rows.map(({ data }) => (data as { id: string }).id);
}
