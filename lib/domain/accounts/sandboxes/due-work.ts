import { type Context, createContext, read } from "@/lib/domain/kernel/context";
import type { Random } from "@/lib/domain/kernel/id";
import { remindOfExpiringKeys } from "@/lib/domain/accounts/lifecycle/expiring-keys";
import { announceDue } from "@/lib/domain/consequences/announcer/announce";
import { closeDueDuels } from "@/lib/domain/play/duels/due";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import { updatePresence } from "@/lib/domain/play/rooms/presence";
import { publishDuePosts } from "@/lib/domain/writing/scheduled/due";
import { PLATFORM } from "@/lib/domain/accounts/users/rules";
import { attemptDelivery } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { settleAttempt } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { Semaphore } from "@/lib/infra/process/semaphore";
import { processWide } from "@/lib/infra/process/process-wide";
import { processShare } from "@/lib/infra/process/supervisor";
import { inSandbox, outsideSandbox } from "@/lib/infra/sandbox/scope";
import { type OpenSandbox, randomOf, runAt } from "./run-in-sandbox";
import { isDue, isFree } from "@/lib/domain/consequences/webhooks/delivery/lease";

/** The actor of the work that jobs do for live accounts, and that is done here at once, by the sandbox's clock. */
const platform = (): Context => createContext({ actor: PLATFORM, channel: "session" });

/** Spends an attempt, so that a sandbox's clock cannot be used to flood somebody else's receiver. */
async function mayAttempt({ ownerId }: OpenSandbox): Promise<boolean> {
  const { allowed } = await outsideSandbox(() => spend("sandboxAttempts", ownerId, { whenDown: "local" }));
  return allowed;
}

/** Announces acts to the people that they concern, like the announcer, but as part of the act that causes them. */
export const announce = (): Promise<void> => announceDue(platform());

/** Runs time-dependent work like the upkeep, but without partitions: a sandbox is small, and its clock leaps. */
export async function keepUp(): Promise<void> {
  const ctx = platform();
  await closeDueDuels(ctx, "all");
  await updatePresence(ctx);
  await endDueSuspensions(ctx);
  await publishDuePosts(ctx);
  await remindOfExpiringKeys(ctx);
}

/** Concurrent attempts of all sandboxes on one machine, and of one in a process: a receiver may take 15 s. */
const ATTEMPTED_AT_ONCE = 256;
const ATTEMPTED_AT_ONCE_IN_ONE = 4;
const MAX_QUEUED = 5000;

const attempts = processWide(
  "sandbox-attempts",
  () => new Semaphore({ permits: processShare(ATTEMPTED_AT_ONCE), maxQueued: processShare(MAX_QUEUED) }),
);
const attemptsByOwner = processWide("sandbox-attempts-by-owner", () => new Map<string, Semaphore>());

/** Runs an attempt once its account has fewer than its share in progress: slow receivers of one delay no other. */
async function withPermit<T>(ownerId: string, attempt: () => Promise<T>): Promise<T> {
  const own =
    attemptsByOwner().get(ownerId) ?? new Semaphore({ permits: ATTEMPTED_AT_ONCE_IN_ONE, maxQueued: MAX_QUEUED });
  attemptsByOwner().set(ownerId, own);
  try {
    return await own.run(() => attempts().run(attempt));
  } finally {
    if (own.isIdle) attemptsByOwner().delete(ownerId);
  }
}

/**
 * Attempts due deliveries, in order within each endpoint. Skips those that another process is attempting, and leaves
 * those beyond the sandbox's budget of attempts to the next call. The sandbox's database is not in use while receivers
 * answer: call it outside any use.
 * @param now the time of the act that it belongs to
 * @param until when to stop starting attempts, by `performance.now()`
 * @returns how many were attempted, at most `limit`, and whether those were all that was due
 */
export async function deliverDue(
  sandbox: OpenSandbox,
  now: Date,
  { limit, until }: { limit: number; until: number },
): Promise<{ attempted: number; isComplete: boolean }> {
  const due = await runAt(
    sandbox,
    now,
    () => read<{ id: string; endpointId: string; attempts: number }>(platform(), "sandboxes.due")`
      SELECT id, "endpointId", attempts FROM "Delivery" d
      WHERE ${isDue} AND ${isFree}
      ORDER BY "nextAttemptAt", "endpointId", sequence LIMIT ${limit}`,
  );
  let attempted = 0;
  const attemptAt = async (endpoint: string) => {
    for (const { id, endpointId, attempts: before } of due) {
      if (endpointId !== endpoint) continue;
      if (performance.now() > until || !(await mayAttempt(sandbox))) return;
      // Each attempt has its own randomness, because the order of concurrent attempts is not deterministic.
      const random = randomOf(sandbox, `${id} ${before}`);
      await withPermit(sandbox.ownerId, () => attempt(sandbox, { id, now, random }));
      attempted += 1;
    }
  };
  await Promise.all(Array.from(new Set(due.map(({ endpointId }) => endpointId)), attemptAt));
  return { attempted, isComplete: attempted === due.length && due.length < limit };
}

interface Attempt {
  id: string;
  now: Date;
  random: Random;
}

/** Claims a delivery, attempts it and settles the attempt, and uses the database only before and after. */
async function attempt(sandbox: OpenSandbox, { id, now, random }: Attempt): Promise<void> {
  const context = () => ({ ...platform(), random });
  const claimed = await runAt(sandbox, now, async (scope) => ({
    scope,
    delivery: await claimDelivery(context(), id),
  }));
  const { scope, delivery } = claimed;
  if (!delivery) return;
  const made = await inSandbox(scope, () => attemptDelivery(delivery, now));
  await runAt(sandbox, now, () => settleAttempt(context(), made));
}
