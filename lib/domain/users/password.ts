import { hash, verify } from "@node-rs/argon2";
import type { Context, VisitorContext } from "@/lib/domain/context";
import { DomainError, invalid } from "@/lib/domain/errors";
import { QueueFull, Semaphore } from "@/lib/infra/process/semaphore";
import { processShare } from "@/lib/infra/process/supervisor";
import { countingWrongProofs } from "./credentials";

/** OWASP's second choice of argon2id: 19 MiB, two passes, one lane; about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Our choice for the machine: hashing shares threads with files and DNS lookups, so it never uses more than this many.
 */
const HASHES_AT_ONCE = 2;
/** Our choice: a full queue is processed in well under a second. */
const MAX_QUEUED = 32;
const RETRY_AFTER_SECONDS = 2;

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardPasswordHashing?: Semaphore };

/** A hash that nothing matches, so that an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/** The part of a context that hashing needs: a caller who disconnects leaves the queue. */
type Waiting = Pick<VisitorContext, "signal">;

/**
 * Hashes a password.
 * @throws DomainError `unavailable` if too many passwords wait to be hashed or checked
 */
export function hashPassword(ctx: Waiting, password: string): Promise<string> {
  return withHashingPermit(ctx, () => hash(password, COST));
}

/**
 * Whether a password matches a stored hash.
 * @throws DomainError `unavailable` like `hashPassword`
 */
export async function matchesPassword(
  ctx: Waiting,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await withHashingPermit(ctx, async () =>
    verify(stored ?? (await (decoy ??= hash(crypto.randomUUID(), COST))), password),
  );
  return matches && Boolean(stored);
}

async function withHashingPermit<T>({ signal }: Waiting, work: () => Promise<T>): Promise<T> {
  const hashing = (shared.pegboardPasswordHashing ??= new Semaphore({
    permits: processShare(HASHES_AT_ONCE),
    maxQueued: processShare(MAX_QUEUED),
  }));
  try {
    return await hashing.run(work, signal);
  } catch (error) {
    if (!(error instanceof QueueFull) && !signal?.aborted) throw error;
    throw new DomainError(
      "unavailable",
      "Many people are signing in at this moment. Nothing was changed; try again in a few seconds.",
      { retryAfter: RETRY_AFTER_SECONDS },
    );
  }
}

/**
 * Checks the actor's password, and counts wrong ones.
 * @throws DomainError `invalid_request` that names `param` unless `given` is the actor's password, or `rate_limited`
 */
export function confirmPassword(ctx: Context, param: string, given: string): Promise<void> {
  return countingWrongProofs(ctx, () => requirePassword(ctx, param, given));
}

/** Does the same without counting. */
export async function requirePassword(ctx: Context, param: string, given: string): Promise<void> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, select: { passwordHash: true } });
  if (!(await matchesPassword(ctx, user.passwordHash, given)))
    throw invalid([{ param, message: "This is not your password." }]);
}
