import { hash, verify } from "@node-rs/argon2";
import type { VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { QueueFull, Semaphore } from "@/lib/infra/semaphore";

/** OWASP's second choice of argon2id: 19 MiB, two passes, one lane; 20 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Our choice: hashing runs on the threads that files and name lookups need as well, so it never gets more than these. */
const HASHES_AT_ONCE = 2;
/** Our choice: a full queue is worked off in well under a second. */
const MAX_QUEUED = 32;
const RETRY_AFTER_SECONDS = 2;

// One for the process: the server's bundles each have modules of their own.
const shared = globalThis as typeof globalThis & { pegboardPasswordHashing?: Semaphore };

/** A hash that nothing matches, so that an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/** What hashing needs of a context: who hangs up while waiting leaves the queue. */
type Waiting = Pick<VisitorContext, "signal">;

/** @throws Refusal `unavailable` if too many passwords wait to be hashed or checked. */
export function hashPassword(ctx: Waiting, password: string): Promise<string> {
  return inTurn(ctx, () => hash(password, COST));
}

/** Whether a password is the one behind a stored hash. @throws Refusal `unavailable` as `hashPassword` does. */
export async function matchesPassword(
  ctx: Waiting,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(ctx, async () =>
    verify(stored ?? (await (decoy ??= hash(crypto.randomUUID(), COST))), password),
  );
  return matches && Boolean(stored);
}

async function inTurn<T>({ signal }: Waiting, work: () => Promise<T>): Promise<T> {
  const hashing = (shared.pegboardPasswordHashing ??= new Semaphore({
    permits: HASHES_AT_ONCE,
    maxQueued: MAX_QUEUED,
  }));
  try {
    return await hashing.run(work, signal);
  } catch (error) {
    if (!(error instanceof QueueFull) && !signal?.aborted) throw error;
    throw new Refusal(
      "unavailable",
      "Many people are signing in at this moment. Nothing was changed; try again in a few seconds.",
      { retryAfter: RETRY_AFTER_SECONDS },
    );
  }
}
