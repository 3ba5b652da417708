import { ACTOR_COLUMNS, type ActorColumns } from "@/lib/domain/accounts/users/account";
import { actAs, createContext, type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, DomainError, notFound, unavailable } from "@/lib/domain/kernel/errors";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import type { IssuedKey } from "@/lib/domain/accounts/keys/schema";
import { randomBase62, randomBytes } from "@/lib/domain/kernel/id";
import { isFree } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { preparedRead, preparedWrite } from "@/lib/infra/database/db";
import { literal, sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import {
  currentSandbox,
  currentTime,
  inSandbox,
  outsideSandbox,
  type SandboxScope,
  withoutUse,
} from "@/lib/infra/sandbox/scope";
import { encrypt } from "@/lib/infra/secrets";
import { daysBefore } from "@/lib/domain/kernel/durations";
import type { z } from "zod";
import { setTimeout as sleep } from "node:timers/promises";
import { TIMEOUT_MS } from "@/lib/domain/consequences/webhooks/rules";
import { announce, deliverDue, keepUp } from "./due-work";
import { runRead, runWrite, nextAct, type OpenSandbox, readClock, withOpen, newSandboxId } from "./run-in-sandbox";
import { discard, makeDatabase } from "./making";
import { findSandbox, opened, ownSandbox, viewOf } from "./queries";
import {
  ADVANCE_TIMEOUT_MS,
  LATEST,
  MAX_ATTEMPTS_PER_CALL,
  MAX_REPLAYED,
  MAX_STEPS_PER_CALL,
  REPLACED_AFTER_DAYS,
} from "./rules";
import type { advancedClock, clockAdvance, MadeSandbox, newTestKey, replay, replayed, SandboxReset } from "./schema";

/**
 * Creates the account's sandbox, or resets it: empty, with the same people and keys.
 * @throws DomainError `unavailable` if there is no room for another, or sandboxes are disabled; `rate_limited`
 */
export async function makeSandbox(ctx: Context, reset: SandboxReset): Promise<MadeSandbox> {
  const found = await ownSandbox(ctx).catch((error: unknown) => {
    // Only for live keys: a test key whose sandbox was just deleted belongs to nobody in the live database.
    if (error instanceof DomainError && error.code === "not_found" && !currentSandbox()) return addSandbox(ctx);
    throw error;
  });
  const { sandbox, people } = await withoutUse(() => makeDatabase(found, reset));
  const row = await findSandbox(sandbox.id);
  if (!row) throw notFound();
  return { ...(await viewOf(row, sandbox)), people };
}

/** Adds a sandbox; concurrent calls return the same one. */
async function addSandbox(ctx: Context) {
  const now = new Date();
  const secret = encrypt(randomBase62(randomBytes, 43));
  const added = { id: newSandboxId(randomBytes), userId: ctx.actor.id, secret };
  const sandbox = await inTransaction(ctx, async (tx) => {
    // Serializes concurrent additions, so that each counts the others.
    await write(tx, "sandboxes.lock")`SELECT pg_advisory_xact_lock(hashtext('pegboard.sandboxes'))`;
    const [existing] = await read<typeof added>(tx, "sandboxes.ofUser")`
      SELECT id, "userId", secret FROM "Sandbox" WHERE "userId" = ${ctx.actor.id}`;
    if (existing) return existing;
    const unused = daysBefore(now, REPLACED_AFTER_DAYS);
    const [replaced] = await read<{ databaseName: string | null }>(tx, "sandboxes.makeRoom")`
      DELETE FROM "Sandbox" WHERE id IN (SELECT id FROM "Sandbox"
        WHERE "lastUsedAt" < ${unused} AND (SELECT count(*) FROM "Sandbox") >= ${env().maxSandboxes}
        ORDER BY "lastUsedAt" LIMIT 1)
      RETURNING "databaseName"`;
    const former = replaced?.databaseName;
    if (former) tx.afterCommit(() => discard(former));
    const inserted = await write(tx, "sandboxes.insert")`
      INSERT INTO "Sandbox" (id, "userId", secret, seed, "startsAt", "madeAt", "lastUsedAt", "createdAt")
      SELECT ${added.id}, ${added.userId}, ${secret}, '', ${now}, ${now}, ${now}, ${now}
       WHERE (SELECT count(*) FROM "Sandbox") < ${env().maxSandboxes}`;
    if (inserted === 0)
      throw unavailable("There is no room for another sandbox on this site. Try again tomorrow.", 3600);
    return added;
  });
  return sandbox;
}

/** Deletes the caller's sandbox, and ends its keys. */
export async function deleteSandbox(ctx: Context): Promise<void> {
  const sandbox = await ownSandbox(ctx);
  const statement = sql`DELETE FROM "Sandbox" WHERE id = ${sandbox.id} RETURNING "databaseName"`;
  const [deleted] = await outsideSandbox(() =>
    preparedRead<{ databaseName: string | null }>("sandboxes.delete", statement),
  );
  if (deleted?.databaseName) await discard(deleted.databaseName);
}

/** Does what becomes due on the way. */
export async function advanceClock(
  ctx: Context,
  { seconds = 0, to }: z.output<typeof clockAdvance>,
): Promise<z.input<typeof advancedClock>> {
  const sandbox = await ownSandbox(ctx);
  const target = (now: Date) => {
    const end = to ?? new Date(now.getTime() + seconds * 1000);
    if (end > LATEST) throw conflict(`The clock cannot show more than ${LATEST.toISOString()}.`);
    return end;
  };
  const { now, ...progress } = await withoutUse(async () => advance(await opened(sandbox), target));
  return { now: now.toISOString(), ...progress };
}

/**
 * Issues a test key of somebody in the sandbox. It expires by the sandbox's clock.
 * @throws `not_found` if nobody has the handle
 */
export async function issueTestKey(ctx: Context, { handle, ...key }: z.output<typeof newTestKey>): Promise<IssuedKey> {
  const sandbox = await ownSandbox(ctx);
  return runWrite(await opened(sandbox), async () => {
    const visitor = createContext({ actor: null, channel: "session" });
    const [person] = await read<ActorColumns>(visitor, "sandboxes.person")`
      SELECT ${ACTOR_COLUMNS} FROM "User" u WHERE u.handle = ${handle} AND u.role <> 'SYSTEM'`;
    if (!person) throw absent("Nobody in the sandbox has this handle.");
    return issueKey(actAs(visitor, person), key);
  });
}

/** The error for a missing resource that the body names, as opposed to the URL. */
const absent = (message: string) => new DomainError("not_found", message);

/** Resends the deliveries of a window of the sandbox's past, with the same ids and bodies. */
export async function replayDeliveries(
  ctx: Context,
  { endpointId, from = new Date(0), until = LATEST }: z.output<typeof replay>,
): Promise<z.input<typeof replayed>> {
  const sandbox = await ownSandbox(ctx);
  return withoutUse(async () => {
    const open = await opened(sandbox);
    const { queued, now } = await queueAgain(open, { endpointId, from, until });
    const bounds = { limit: MAX_REPLAYED + 1, until: performance.now() + ADVANCE_TIMEOUT_MS };
    const { isComplete } = await deliverDue(open, now, bounds);
    return { replayed: queued, isComplete: queued < MAX_REPLAYED && isComplete };
  });
}

/** Makes the deliveries of a window due. @returns how many, and when */
function queueAgain(
  sandbox: OpenSandbox,
  { endpointId, from, until }: { endpointId: string; from: Date; until: Date },
) {
  return runWrite(sandbox, async ({ now }) => {
    const [endpoint] = await preparedRead<{ enabled: boolean }>(
      "sandboxes.endpoint",
      sql`SELECT enabled FROM "WebhookEndpoint" WHERE id = ${endpointId}`,
    );
    if (!endpoint) throw absent("No endpoint in the sandbox has this id.");
    if (!endpoint.enabled) throw conflict("This endpoint is disabled. Enable it first.");
    const queued = await preparedWrite(
      "sandboxes.replay",
      sql`UPDATE "Delivery"
             SET manual = true, once = status <> 'pending', status = 'pending', "nextAttemptAt" = ${currentTime()},
                 "leaseToken" = NULL, "leaseEndsAt" = NULL
           WHERE id IN (SELECT d.id FROM "Delivery" d
                         WHERE d."endpointId" = ${endpointId} AND d."createdAt" >= ${from} AND d."createdAt" < ${until}
                           AND ${isFree} ORDER BY d.sequence LIMIT ${literal(MAX_REPLAYED)})`,
    );
    return { queued, now };
  });
}

interface Advanced {
  now: Date;
  attempts: number;
  isComplete: boolean;
}

/**
 * Advances a sandbox's clock, stopping whenever something is due: each delivery attempt and each announcement happens
 * at its own time. Concurrent calls never move it backwards.
 * @param target the new time, given the current one
 */
async function advance(sandbox: OpenSandbox, target: (now: Date) => Date): Promise<Advanced> {
  const until = performance.now() + ADVANCE_TIMEOUT_MS;
  const timeOf = async () => (await withOpen(sandbox, readClock)).now;
  const end = target(await timeOf());
  const progress = { attempts: 0 };
  for (let step = 1; ; step += 1) {
    const limit = MAX_ATTEMPTS_PER_CALL - progress.attempts;
    const isSettled = await untilSettled(sandbox, until);
    if (limit <= 0 || !isSettled || step > MAX_STEPS_PER_CALL)
      return { now: await timeOf(), ...progress, isComplete: false };
    const { now, isLast } = await advanceToNext(sandbox, end);
    const { attempted, isComplete } = await deliverDue(sandbox, now, { limit, until });
    progress.attempts += attempted;
    if (isLast || !isComplete) return { now, ...progress, isComplete };
  }
}

/** Moves the clock to when something is next due, at most to `end`, and does what is due then, but for deliveries. */
function advanceToNext(sandbox: OpenSandbox, end: Date): Promise<{ now: Date; isLast: boolean }> {
  return withOpen(sandbox, async (open) => {
    const next = await nextDueAt(open);
    const isLast = next === null || next > end;
    const scope = await nextAct(open, isLast ? end : next);
    await inSandbox(scope, async () => {
      await announce();
      if (isLast) await keepUp();
    });
    return { now: scope.now, isLast };
  });
}

/**
 * Waits for attempts in progress, which began at an earlier time, and may fail. Attempts that exceed the maximum
 * duration belong to a killed process, and are released: their leases do not expire by the sandbox's clock.
 * @returns whether they ended before `until`
 */
async function untilSettled(sandbox: OpenSandbox, until: number): Promise<boolean> {
  const underWay = () =>
    runRead(sandbox, () => preparedRead<{ id: string; leaseToken: string }>("sandboxes.held", HELD));
  const began = performance.now();
  const first = await underWay();
  let held = first;
  for (let pauseMs = MIN_POLL_MS; held.length > 0 && performance.now() < until; pauseMs *= 2) {
    await sleep(Math.min(pauseMs, MAX_POLL_MS));
    held = await underWay();
  }
  if (performance.now() - began < TIMEOUT_MS) return held.length === 0;
  const tokens = new Set(held.map(({ leaseToken }) => leaseToken));
  const dead = first.filter(({ leaseToken }) => tokens.has(leaseToken)).map(({ id }) => id);
  const release = sql`
    UPDATE "Delivery" d SET "leaseToken" = NULL, "leaseEndsAt" = NULL WHERE id = ANY (${dead}) AND NOT ${isFree}`;
  if (dead.length > 0) await runRead(sandbox, () => preparedWrite("sandboxes.releaseDead", release));
  return held.length === 0;
}

const MIN_POLL_MS = 20;
const MAX_POLL_MS = 1000;
const HELD = sql`
  SELECT d.id, d."leaseToken" FROM "Delivery" d WHERE d.status = 'pending' AND NOT ${isFree} LIMIT 1000`;

/** When the earliest pending item is or was due, except those that another process is attempting. */
async function nextDueAt(open: SandboxScope): Promise<Date | null> {
  const [row] = await inSandbox(open, () => preparedRead<{ next: Date | null }>("sandboxes.nextDue", NEXT_DUE));
  return row?.next ?? null;
}

const NEXT_DUE = sql`
  SELECT LEAST(
    (SELECT min("nextAttemptAt") FROM "Delivery" d WHERE status = 'pending' AND ${isFree}),
    (SELECT min("dueAt") FROM "IncomingAct")) AS next`;
