import { hash, verify } from "@node-rs/argon2";
import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { invalid } from "@/lib/domain/kernel/errors";
import { machinePermits } from "@/lib/domain/kernel/machine-permits";
import { readAccount } from "./account";
import { countingWrongProofs } from "./proof-attempts";

/** OWASP's second choice of argon2id: 19 MiB, two passes, one lane; about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For the machine: hashing shares threads with files and DNS lookups, so it never uses more than this. */
const HASHES_AT_ONCE = 2;
/** A full queue is processed in well under a second. */
const MAX_QUEUED = 32;
const RETRY_AFTER_SECONDS = 2;

const withHashingPermit = machinePermits("password-hashing", {
  permits: HASHES_AT_ONCE,
  maxQueued: MAX_QUEUED,
  message: "Many people are signing in at this moment. Nothing was changed; try again in a few seconds.",
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});

/** A hash that nothing matches, so that an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/** A caller who disconnects leaves the queue. */
type Waiting = Pick<VisitorContext, "signal">;

/** Hashes a password. @throws DomainError `unavailable` if too many passwords wait to be hashed or checked */
export function hashPassword(ctx: Waiting, password: string): Promise<string> {
  return withHashingPermit(() => hash(password, COST), ctx.signal);
}

/** Whether a password matches a hash. @throws DomainError `unavailable` like `hashPassword` */
export async function matchesPassword(
  ctx: Waiting,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await withHashingPermit(
    async () => verify(stored ?? (await (decoy ??= hash(crypto.randomUUID(), COST))), password),
    ctx.signal,
  );
  return matches && Boolean(stored);
}

/**
 * Requires the actor's password.
 * @throws DomainError `invalid_request` that names `param` if `given` is another, or `rate_limited`
 */
export function confirmPassword(ctx: Context, param: string, given: string): Promise<void> {
  return countingWrongProofs(ctx, () => requirePassword(ctx, param, given));
}

/** Requires the actor's password like `confirmPassword`, without counting wrong ones. */
export async function requirePassword(ctx: Context, param: string, given: string): Promise<void> {
  const { passwordHash } = await readAccount(ctx, ctx.actor.id);
  if (!(await matchesPassword(ctx, passwordHash, given)))
    throw invalid([{ param, message: "This is not your password." }]);
}
