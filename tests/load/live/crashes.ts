import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import type { Source } from "@/lib/infra/environment/env";
import { freePort } from "@/scripts/tools/ports";
import type { EventReader } from "@/tests/support/event-stream";
import { KillableServer } from "../crash/killable-server";
import type { Member } from "../siege/member";
import { LiveRoom } from "./room";

const RETRY_MS = 50;
const CATCH_UP_TIMEOUT_MS = 60_000;
/** A duplicate would arrive within this time. */
const SETTLE_MS = 1500;

export interface Plan {
  instances: 1 | 2;
  clients: number;
  messages: number;
  kills: number;
  redisUrl?: string;
  /** An additional action after each kill. */
  alsoAfter?(): Promise<void>;
}

export interface Outcome {
  kills: number;
  /** The ids of the acknowledged messages. */
  acknowledged: string[];
  /** What each client received: the ids of the messages and every event's `seq`, in the order of arrival. */
  received: { ids: string[]; seqs: number[] }[];
  reconnects: number;
  resets: number;
  /** The ids in the order of their `seq`, as stored. */
  kept: string[];
  /** The `seq` of the room's newest event. */
  newest: number;
}

/**
 * Members of one room write and read through the routes that browsers use, while the production servers are killed with
 * SIGKILL and restarted.
 */
export async function writeThroughCrashes(variables: Source, plan: Plan): Promise<Outcome> {
  const servers = await startServers(variables, plan);
  try {
    const room = await LiveRoom.open(servers[0]!.url, { people: plan.clients });
    const clients = room.members.map((member, n) => new Client(n, member, room, servers));
    const reading = clients.map((client) => client.read());
    const acknowledged: string[] = [];
    const acknowledge = (id: string) => void acknowledged.push(id);
    const [kills] = await Promise.all([
      killOnTheWay(servers, plan, acknowledged),
      ...clients.map((client, n) => client.write(share(plan.messages, plan.clients, n), acknowledge)),
    ]);
    const { kept, newest } = await storedIn(room);
    const areBehind = () => clients.some(({ seqs }) => (seqs.at(-1) ?? 0) < newest);
    for (const end = Date.now() + CATCH_UP_TIMEOUT_MS; areBehind() && Date.now() < end;) await sleep(100);
    await sleep(SETTLE_MS);
    clients.forEach((client) => client.stop());
    await Promise.all(reading);
    return {
      kills,
      acknowledged,
      kept,
      newest,
      received: clients.map(({ ids, seqs }) => ({ ids, seqs })),
      reconnects: clients.reduce((sum, { readers }) => sum + readers.length - 1, 0),
      resets: clients.reduce((sum, client) => sum + client.named("reset").length, 0),
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
}

/** The problems of an outcome; none if every message reached every client once, in the same order. */
export function faultsOf({ acknowledged, received, kept, newest, resets }: Outcome, { messages }: Plan): string[] {
  const faults: string[] = [];
  const known = new Set(kept);
  const lost = acknowledged.filter((id) => !known.has(id));
  if (lost.length > 0) faults.push(`${lost.length} acknowledged messages are not in the room`);
  if (acknowledged.length !== messages || kept.length !== messages)
    faults.push(`of ${messages} messages ${acknowledged.length} were acknowledged and ${kept.length} kept`);
  if (resets > 0) faults.push(`${resets} resets`);
  received.forEach(({ ids, seqs }, n) => {
    if (ids.length !== kept.length || ids.some((id, index) => id !== kept[index]))
      faults.push(`client ${n} received ${ids.length} of ${kept.length} messages, or in another order`);
    if (seqs.length !== newest || seqs.some((seq, index) => seq !== index + 1))
      faults.push(`client ${n} saw a gap in seq, or an event twice`);
  });
  return faults;
}

async function startServers(variables: Source, { instances, redisUrl }: Plan): Promise<KillableServer[]> {
  const servers: KillableServer[] = [];
  for (let n = 0; n < instances; n += 1) {
    const PORT = String(await freePort());
    const server = new KillableServer({ ...variables, HOST: "127.0.0.1", PORT, REDIS_URL: redisUrl });
    await server.start();
    servers.push(server);
  }
  return servers;
}

class Client {
  /** One for each stream that was opened. */
  readonly readers: EventReader[] = [];
  private stopped = false;
  private close = () => {};

  constructor(
    private readonly number: number,
    private readonly member: Member,
    private readonly room: LiveRoom,
    private readonly servers: readonly KillableServer[],
  ) {}

  get ids(): string[] {
    const messages = this.named("message").filter(({ data }) => data.kind === "message");
    return messages.map(({ data }) => String(data.id));
  }

  get seqs(): number[] {
    return this.readers.flatMap((reader) => reader.seqsOf(this.room.topic));
  }

  named(name: string) {
    return this.readers.flatMap((reader) => reader.named(name));
  }

  async read(): Promise<void> {
    // Includes the room's first event.
    for (let lastEventId = `${this.room.topic}=0`; !this.stopped; await sleep(RETRY_MS)) {
      const url = this.server(this.readers.length).url;
      const stream = await this.room.follow(url, this.member, { lastEventId }).catch(() => undefined);
      if (!stream) continue;
      this.readers.push(stream.reader);
      this.close = stream.close;
      if (this.stopped) stream.close();
      await stream.ended;
      lastEventId = stream.reader.lastEventId ?? lastEventId;
    }
  }

  /** Writes a number of messages, each until it is acknowledged. */
  async write(messages: number, acknowledge: (id: string) => void): Promise<void> {
    for (let written = 0; written < messages; written += 1)
      acknowledge(await this.say(`Message ${written} of ${this.number}`, written));
  }

  /** Repeats an unanswered request under its idempotency key, as browsers do; it must take effect only once. */
  private async say(content: string, turn: number): Promise<string> {
    const key = randomUUID();
    for (let attempt = turn; ; attempt += 1) {
      const response = await this.room.say(this.server(attempt).url, this.member, content, key).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response?.status === 201 && text) return (JSON.parse(text) as { id: string }).id;
      if (response && response.status < 500 && response.status !== 409 && text)
        throw new Error(`A message was answered ${response.status}: ${text}`);
      await sleep(RETRY_MS);
    }
  }

  stop(): void {
    this.stopped = true;
    this.close();
  }

  private server(turn: number): KillableServer {
    return this.servers[(this.number + turn) % this.servers.length]!;
  }
}

async function killOnTheWay(
  servers: readonly KillableServer[],
  { kills, messages, alsoAfter }: Plan,
  acknowledged: readonly string[],
): Promise<number> {
  for (let n = 1; n <= kills; n += 1) {
    while (acknowledged.length < (n * messages) / (kills + 1)) await sleep(5);
    const server = servers[n % servers.length]!;
    await server.kill();
    await server.start();
    await alsoAfter?.();
  }
  return kills;
}

const share = (total: number, parts: number, part: number) =>
  Math.floor((total * (part + 1)) / parts) - Math.floor((total * part) / parts);

async function storedIn({ code, topic }: LiveRoom): Promise<Pick<Outcome, "kept" | "newest">> {
  const { prisma } = database();
  const rows = await prisma.roomMessage.findMany({
    where: { room: { code }, kind: "message" },
    orderBy: { seq: "asc" },
    select: { id: true },
  });
  const { seq } = await prisma.liveTopic.findUniqueOrThrow({ where: { topic } });
  return { kept: rows.map(({ id }) => id), newest: Number(seq) };
}
