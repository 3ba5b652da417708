import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/infra/database/sql";
import { TIMEOUT_MS } from "@/lib/domain/webhooks/rules";
import { isFree } from "@/lib/domain/webhooks/delivery/lease";
import { preparedRead, preparedWrite } from "@/lib/infra/database/db";
import { inSandbox, type SandboxScope } from "@/lib/infra/sandbox/scope";
import { announce, deliverDue, keepUp } from "./due-work";
import { nextAct, type OpenSandbox, readClock, withOpen } from "./entering";
import { ADVANCE_TIMEOUT_MS, MAX_ATTEMPTS_PER_CALL, MAX_STEPS_PER_CALL } from "./rules";

export interface Advanced {
  now: Date;
  attempts: number;
  isComplete: boolean;
}

/**
 * Advances a sandbox's clock, stopping whenever something is due: each delivery attempt and each announcement happens
 * at its own time. Concurrent calls never move it backwards.
 * @param target the new time, given the current one
 */
export function advance(sandbox: OpenSandbox, target: (now: Date) => Date): Promise<Advanced> {
  return withOpen(sandbox, async (open) => {
    const until = performance.now() + ADVANCE_TIMEOUT_MS;
    const end = target((await readClock(open)).now);
    const progress = { attempts: 0 };
    for (let step = 1; ; step += 1) {
      const left = MAX_ATTEMPTS_PER_CALL - progress.attempts;
      const isSettled = await untilSettled(open, until);
      if (left <= 0 || !isSettled || step > MAX_STEPS_PER_CALL)
        return { now: (await readClock(open)).now, ...progress, isComplete: false };
      const next = await nextDueAt(open);
      const isLast = next === null || next > end;
      const scope = await nextAct(open, isLast ? end : next);
      const { attempted, isComplete } = await inSandbox(scope, async () => {
        await announce();
        if (isLast) await keepUp();
        return deliverDue(left, until);
      });
      progress.attempts += attempted;
      if (isLast || !isComplete) return { now: scope.now, ...progress, isComplete };
    }
  });
}

/**
 * Waits for attempts in progress, which began at an earlier time, and may fail. Attempts that exceed the maximum
 * duration belong to a killed process, and are released: their leases do not expire by the sandbox's clock.
 * @returns whether they ended before `until`
 */
async function untilSettled(open: SandboxScope, until: number): Promise<boolean> {
  const underWay = () =>
    inSandbox(open, () => preparedRead<{ id: string; leaseToken: string }>("sandboxes.held", HELD));
  const began = performance.now();
  const first = await underWay();
  let held = first;
  while (held.length > 0 && performance.now() < until) {
    await sleep(SETTLED_POLL_MS);
    held = await underWay();
  }
  if (performance.now() - began < TIMEOUT_MS) return held.length === 0;
  const tokens = new Set(held.map(({ leaseToken }) => leaseToken));
  const dead = first.filter(({ leaseToken }) => tokens.has(leaseToken)).map(({ id }) => id);
  const release = sql`
    UPDATE "Delivery" d SET "leaseToken" = NULL, "leaseEndsAt" = NULL WHERE id = ANY (${dead}) AND NOT ${isFree}`;
  if (dead.length > 0) await inSandbox(open, () => preparedWrite("sandboxes.releaseDead", release));
  return held.length === 0;
}

const SETTLED_POLL_MS = 20;
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
