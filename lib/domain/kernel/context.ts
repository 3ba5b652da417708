import { preparedRead, preparedWrite, type Transaction, withTransaction } from "@/lib/infra/database/db";
import { accountReads, type AccountReads, type ReplicaUse } from "@/lib/infra/database/account-reads";
import type { Role, Tier } from "@/lib/infra/prisma/enums";
import { type IdPrefix, newId, newRequestId, type Random, randomBytes } from "./id";
import { isRetryable } from "./retryable";
import { sql } from "@/lib/infra/database/sql";
import { currentSandbox, currentTime } from "@/lib/infra/sandbox/scope";

export interface Actor {
  id: string;
  handle: string;
  name: string;
  image: string | null;
  role: Role;
  tier: Tier;
  /** Whether the account has an address that was not verified yet. Absent means no. */
  emailUnverified?: boolean;
  /** Whether only followers see what the account writes. Absent means no. */
  limited?: boolean;
  /** Its reads must be current from this log position (lib/infra/database/account-reads.ts); null: from any. */
  readAfter?: string | null;
}

/** The inputs of an act by a possibly anonymous caller. */
export interface VisitorContext {
  actor: Actor | null;
  /** The channel of the request. The public API shows less than the site does (docs/contract.md#visibility). */
  channel: "api" | "session";
  now: Date;
  random: Random;
  requestId: string;
  /** The client's IPv4 address or IPv6 /64, if a request caused the act. */
  clientIp?: string;
  /** Runs a job after the commit and after the response has been sent. */
  afterCommit(job: () => Promise<unknown>): void;
  /** Runs `read` outside transactions, where a replica may serve it. */
  replica?: AccountReads;
  transaction?: Transaction;
  /** Whether the open transaction belongs to an outer act, which commits it. */
  isJoined?: boolean;
  /** Collects the items passed to `beforeCommit` in the open transaction. */
  last?: LastWork;
  /** Aborts when the caller disconnects, so that queued work can be dropped. */
  signal?: AbortSignal;
  session?: SessionProof;
}

/** A session, and when its holder last proved to be the account's owner. */
export interface SessionProof {
  id: string;
  provenAt: Date;
}

export interface Context extends VisitorContext {
  actor: Actor;
}

type LastWork = Map<(tx: never, items: never[]) => Promise<unknown>, unknown[]>;

export interface ContextOptions<A extends Actor | null> {
  actor: A;
  channel: "api" | "session";
  now?: Date;
  random?: Random;
  requestId?: string;
  clientIp?: string;
  afterCommit?: VisitorContext["afterCommit"];
  signal?: AbortSignal;
  session?: SessionProof;
  /** When a replica may serve its reads. Only for lists and pages, on which no write depends. */
  readsReplica?: ReplicaUse;
}

export function createContext<A extends Actor | null>(options: ContextOptions<A>): VisitorContext & { actor: A } {
  return {
    actor: options.actor,
    channel: options.channel,
    now: options.now ?? currentTime(),
    random: options.random ?? currentSandbox()?.random ?? randomBytes,
    requestId: options.requestId ?? newRequestId(),
    clientIp: options.clientIp,
    afterCommit: options.afterCommit ?? ((job) => void job()),
    signal: options.signal,
    session: options.session,
    replica: options.readsReplica && accountReads(options.actor, options.readsReplica),
  };
}

/**
 * Runs `act` in one transaction; joins one that is already open. Jobs passed to `afterCommit` run after the outermost
 * commit, or never. Retries serialization failures and deadlocks, and connections that led to another session.
 *
 * Within it, `read` and `write` are the only way to the database. Statements that they send without waiting for one
 * another share a round trip: `Promise.all`.
 */
export async function inTransaction<C extends VisitorContext, T>(ctx: C, act: (tx: C) => Promise<T>): Promise<T> {
  if (ctx.transaction) return act({ ...ctx, isJoined: true });
  return retryConflicts(async () => {
    const jobs: (() => Promise<unknown>)[] = [];
    const result = await withTransaction(async (transaction) => {
      const afterCommit: C["afterCommit"] = (job) => void jobs.push(job);
      const tx: C = { ...ctx, transaction, last: new Map(), afterCommit };
      const answer = await act(tx);
      if (!transaction.isOver) await commitWith(tx, Promise.resolve());
      return answer;
    });
    jobs.forEach(ctx.afterCommit);
    return result;
  });
}

/**
 * Commits with an act's last statements, in one round trip, unless an outer act commits. They have been sent: only the
 * act's result may depend on them.
 */
export async function commitWith<T>(tx: VisitorContext, statements: Promise<T>): Promise<T> {
  const { transaction, last = new Map() } = tx;
  if (!transaction || tx.isJoined) return statements;
  const ending = Array.from(last, ([run, items]) => run(tx as never, items as never[]));
  const [result] = await Promise.all([statements, ...ending, transaction.commit()]);
  return result;
}

/**
 * Runs `work` at the end of the open transaction, once for all items passed during it: for statements whose results
 * nothing needs, and for updates of contended rows. `work` sends them at once. Outside a transaction it runs
 * immediately.
 */
export async function beforeCommit<C extends VisitorContext, Item>(
  ctx: C,
  work: (tx: C, items: Item[]) => Promise<unknown>,
  items: Item[],
): Promise<void> {
  if (ctx.transaction?.isOver) throw new Error("The transaction is over");
  if (ctx.last) ctx.last.set(work, [...(ctx.last.get(work) ?? []), ...items]);
  else await work(ctx, items);
}

const ATTEMPTS = 4;

/** Retries a transaction or single statement that failed in a way that `isRetryable`. */
export async function retryConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

type Written = Parameters<typeof sql>;

/**
 * Runs a named prepared statement and returns its rows, in one round trip: `read<Row>(ctx, "posts.one")\`SELECT …\``.
 * Inside a transaction it sees what the transaction wrote. A name must always have the same text. Columns wider than
 * int4 must be cast to float8 to be numbers. Tests compare `Row` with the columns of the result.
 */
export function read<Row extends object>(ctx: VisitorContext, name: string): (...written: Written) => Promise<Row[]> {
  return async (...written) => {
    const statement = sql(...written);
    if (ctx.transaction) return (await ctx.transaction.query<Row>(name, statement)).rows;
    return ctx.replica ? ctx.replica.read<Row>(name, statement) : preparedRead<Row>(name, statement);
  };
}

/**
 * Does the same for a statement whose rows are not needed, and returns how many it wrote or locked. Never uses a
 * replica. Bypasses Prisma, which keeps the arguments of its last hundred calls in memory, even large ones.
 */
export function write(ctx: VisitorContext, name: string): (...written: Written) => Promise<number> {
  return async (...written) => {
    const statement = sql(...written);
    if (ctx.transaction) return (await ctx.transaction.query(name, statement)).count;
    return preparedWrite(name, statement);
  };
}

/**
 * Returns a context without a session: for the holder of a letter's link, or for somebody else, such as a deleted
 * post's author.
 */
export function actAs(tx: VisitorContext, { id, handle, name, image, role, tier }: Actor): Context {
  return { ...tx, actor: { id, handle, name, image, role, tier } };
}

export function idFor(ctx: VisitorContext, prefix: IdPrefix): string {
  return newId(prefix, ctx);
}
