import { sql } from "@/lib/infra/database/sql";
import { isFree } from "@/lib/domain/webhooks/delivery/lease";
import { database } from "@/lib/infra/database/db";
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
 * Moves a sandbox's clock forward, and stops on the way wherever something is due: each attempt of a delivery and each
 * announcement is made at its own time. Two that move it at once do not move it back.
 * @param target what it is to show, given what it shows
 */
export function advance(sandbox: OpenSandbox, target: (now: Date) => Date): Promise<Advanced> {
  return withOpen(sandbox, async (open) => {
    const started = performance.now();
    const end = target((await readClock(open.database)).now);
    const progress = { attempts: 0 };
    for (let step = 1; ; step += 1) {
      const left = MAX_ATTEMPTS_PER_CALL - progress.attempts;
      const isLate = performance.now() - started > ADVANCE_TIMEOUT_MS;
      if (left <= 0 || isLate || step > MAX_STEPS_PER_CALL)
        return { now: (await readClock(open.database)).now, ...progress, isComplete: false };
      const next = await nextDueAt(open);
      const isLast = next === null || next > end;
      const scope = await nextAct(sandbox, open, isLast ? end : next);
      const { attempted, isComplete } = await inSandbox(scope, async () => {
        await announce();
        if (isLast) await keepUp();
        return deliverDue(left);
      });
      progress.attempts += attempted;
      if (isLast || !isComplete) return { now: scope.now, ...progress, isComplete };
    }
  });
}

/** When the first of what waits is or was due, but for what another process is attempting. */
async function nextDueAt(open: SandboxScope): Promise<Date | null> {
  return inSandbox(open, async () => {
    const [row] = await database().prisma.$queryRaw<{ next: Date | null }[]>(NEXT_DUE);
    return row?.next ?? null;
  });
}

const NEXT_DUE = sql`
  SELECT LEAST(
    (SELECT min("nextAttemptAt") FROM "Delivery" d WHERE status = 'pending' AND ${isFree}),
    (SELECT min("dueAt") FROM "IncomingAct")) AS next`;
