// Measures acts in one database, in a separate process, because the domain knows only one. The parent sends the name of
// an act and how often to run it, and gets its milliseconds and the backend's processor time.
import fs from "node:fs";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { claimDeliveries } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { findDueEndpoints } from "@/lib/domain/consequences/webhooks/delivery/due";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { settleSuccesses } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { getDelivery, listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";

/** Accounts that act, the same number in each database: their rows are cached, and those of others are not. */
const ACTIVE = 50;
const WORKER = "proof";
/** Days ago. */
const RECENT = 3;

interface Active {
  ctx(): Context;
  endpointId: string;
  /** From the last days, and from the middle of the month. */
  recent: { id: string; createdAt: Date };
  older: { id: string; createdAt: Date };
  deliveryId: string;
  cursor: string;
}

async function readActive(): Promise<Active[]> {
  const { prisma } = database();
  const users = await prisma.user.findMany({
    where: { handle: { in: Array.from({ length: ACTIVE }, (_, n) => `user_${n + 1}`) } },
    include: { endpoints: true },
  });
  return Promise.all(
    users.map(async ({ endpoints, ...user }) => {
      const ctx = () => createContext({ actor: user, channel: "api" });
      const endpointId = endpoints[0]!.id;
      const eventOf = (position: number) =>
        prisma.event.findFirstOrThrow({ where: { userId: user.id, position }, select: { id: true, createdAt: true } });
      const { data, nextCursor } = await listDeliveries(ctx(), { id: endpointId, limit: 50 });
      const recent = await eventOf(Math.round(1000 * (1 - RECENT / 30)));
      return { ctx, endpointId, recent, older: await eventOf(500), deliveryId: data[40]!.id, cursor: nextCursor! };
    }),
  );
}

const claimed: ClaimedDelivery[] = [];

/** Each runs for one account after another. */
const ACTS: Record<string, (active: Active) => Promise<unknown>> = {
  publish: ({ ctx }) => createPost(ctx(), { content: "An event", audience: "PUBLIC" }),
  "find what is due": ({ ctx }) => findDueEndpoints(ctx(), WORKER),
  claim: async ({ ctx, endpointId }) =>
    claimed.push(...(await claimDeliveries(ctx(), WORKER, [{ endpointId, limit: 8 }])).deliveries),
  settle: async ({ ctx }) => {
    const attempts = claimed.splice(0, 1).map((delivery) => ({
      delivery,
      outcome: { responseStatus: 204, responseBody: "", error: null, durationMs: 5 },
      retryAfterMs: 0,
      endedAt: new Date(),
    }));
    if (attempts.length > 0) await settleSuccesses(ctx(), attempts);
  },
  "page of events": ({ ctx }) => listEvents(ctx(), { limit: 20 }),
  "fill a gap after an event of days ago": ({ ctx, recent }) => listEvents(ctx(), { limit: 20, after: recent.id }),
  "fill a gap after an event of weeks ago": ({ ctx, older }) => listEvents(ctx(), { limit: 20, after: older.id }),
  "fill a gap after a time": ({ ctx, recent }) =>
    listEvents(ctx(), { limit: 20, after: recent.createdAt.toISOString() }),
  "page of deliveries": ({ ctx, endpointId }) => listDeliveries(ctx(), { id: endpointId, limit: 20 }),
  "next page of deliveries": ({ ctx, endpointId, cursor }) =>
    listDeliveries(ctx(), { id: endpointId, limit: 20, cursor }),
  "one delivery": ({ ctx, endpointId, deliveryId }) => getDelivery(ctx(), { id: endpointId, deliveryId }),
};

/** The duration of an act in a round. */
export interface Took {
  /** Of each run, in ascending order. */
  milliseconds: number[];
  processorMs: number;
}

const active = await readActive();
const [{ pid }] = await database().prisma.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
/** Processor time in nanoseconds. */
const processorNs = () => Number(fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);

process.on("message", ({ act, times }: { act: string; times: number }) => void measure(act, times));
process.send!({ acts: Object.keys(ACTS) });

async function measure(act: string, times: number): Promise<void> {
  const milliseconds: number[] = [];
  const before = processorNs();
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    await ACTS[act]!(active[n % ACTIVE]!);
    milliseconds.push(performance.now() - began);
  }
  const took: Took = {
    milliseconds: milliseconds.toSorted((a, b) => a - b),
    processorMs: (processorNs() - before) / 1e6,
  };
  process.send!(took);
}
