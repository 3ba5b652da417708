import { randomBytes } from "node:crypto";
import { type Db, database, preparedRead, preparedWrite } from "@/lib/infra/db";
import type { Role, Tier } from "@/lib/infra/prisma/enums";
import { newId, randomBase62 } from "./id";
import { isRetryable } from "./retryable";

export type Random = (bytes: number) => Uint8Array;

/** Who acts. */
export interface Actor {
  id: string;
  handle: string;
  name: string;
  image: string | null;
  role: Role;
  tier: Tier;
}

/** Everything that an act of somebody not necessarily signed in depends on. */
export interface VisitorContext {
  actor: Actor | null;
  /** The public API shows less than the app does: see `decisions.md` on visibility. */
  door: "api" | "app";
  db: Db;
  now: Date;
  random: Random;
  requestId: string;
  /** Runs a job once what was written is committed, and after the response is sent. */
  afterCommit(job: () => Promise<unknown>): void;
  transaction: "none" | "open";
  /** Aborts when whoever asked has left: work that waits for its turn need not be done. */
  signal?: AbortSignal;
}

export interface Context extends VisitorContext {
  actor: Actor;
}

export interface ContextOptions<A extends Actor | null> {
  actor: A;
  door: "api" | "app";
  now?: Date;
  random?: Random;
  requestId?: string;
  afterCommit?: VisitorContext["afterCommit"];
  signal?: AbortSignal;
}

export function createContext<A extends Actor | null>(options: ContextOptions<A>): VisitorContext & { actor: A } {
  return {
    actor: options.actor,
    door: options.door,
    db: database().prisma,
    now: options.now ?? new Date(),
    random: options.random ?? randomBytes,
    requestId: options.requestId ?? newRequestId(),
    afterCommit: options.afterCommit ?? ((job) => void job()),
    transaction: "none",
    signal: options.signal,
  };
}

/** `req_` and 24 characters of base 62. */
export function newRequestId(random: Random = randomBytes): string {
  return `req_${randomBase62(random, 24)}`;
}

/**
 * Runs `act` with a context whose `db` is one transaction: all of it happens, or nothing. Within an open transaction it
 * joins. What `act` hands to `afterCommit` runs after the outermost commit, or never. Two writers that the database
 * found in each other's way are run again.
 */
export async function inTransaction<C extends VisitorContext, T>(ctx: C, act: (tx: C) => Promise<T>): Promise<T> {
  if (ctx.transaction === "open") return act(ctx);
  return untilFree(async () => {
    const jobs: (() => Promise<unknown>)[] = [];
    const result = await database().prisma.$transaction((db) =>
      act({ ...ctx, db, transaction: "open", afterCommit: (job) => void jobs.push(job) }),
    );
    jobs.forEach(ctx.afterCommit);
    return result;
  });
}

const ATTEMPTS = 4;

/** Runs again a transaction, or a statement that is one by itself, that was in another's way. */
export async function untilFree<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/**
 * A read in one round trip. Outside a transaction it is a named prepared statement; inside, it sees what the transaction
 * wrote. Columns wider than int4 must be cast to float8 in `text`, so that both ways give numbers.
 */
export function read<Row extends object>(
  ctx: VisitorContext,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (ctx.transaction === "open") return ctx.db.$queryRawUnsafe<Row[]>(text, ...values);
  return preparedRead<Row>(name, text, values);
}

/**
 * A write of one statement, in one round trip. Outside a transaction it leaves Prisma aside, which keeps the arguments of
 * its last hundred calls: large ones would lie there.
 */
export async function write(
  ctx: VisitorContext,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  if (ctx.transaction === "open") await ctx.db.$executeRawUnsafe(text, ...values);
  else await preparedWrite(name, text, values);
}

export function idFor(ctx: VisitorContext, prefix: string): string {
  return newId(prefix, ctx);
}
