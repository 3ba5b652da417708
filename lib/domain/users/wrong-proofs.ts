import type { Context } from "@/lib/domain/context";
import { DomainError, rateLimited } from "@/lib/domain/errors";
import { refund, spend } from "@/lib/infra/limiter/rate-limit";

const OPTIONS = { whenDown: "local" } as const;

/**
 * Checks a proof of identity. All wrong passwords and codes of a session count together, and are counted before they
 * are checked, so that concurrent ones cannot exceed the limit. Those of a stolen session lock nobody else out.
 * @throws DomainError `rate_limited` after too many wrong ones, or what `check` throws
 */
export async function countingWrongProofs(ctx: Context, check: () => Promise<void>): Promise<void> {
  const subject = `proof ${ctx.session?.id ?? ctx.actor.id}`;
  const quota = await spend("signInFailures", subject, OPTIONS);
  if (!quota.allowed) throw rateLimited(quota);
  let isWrong = false;
  try {
    await check();
  } catch (error) {
    isWrong = error instanceof DomainError && error.code === "invalid_request";
    throw error;
  } finally {
    if (!isWrong) await refund("signInFailures", subject, OPTIONS);
  }
}
