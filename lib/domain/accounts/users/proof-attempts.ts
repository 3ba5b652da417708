import type { Context } from "@/lib/domain/kernel/context";
import { spendOrReject } from "@/lib/domain/kernel/budget";
import { DomainError } from "@/lib/domain/kernel/errors";
import { refund } from "@/lib/infra/limiter/rate-limit";

const OPTIONS = { whenDown: "local" } as const;

/**
 * Checks a proof of identity. All wrong passwords and codes of a session count together, and are counted before the
 * check, so that concurrent attempts cannot exceed the limit. Attempts in a stolen session lock nobody else out.
 * @throws DomainError `rate_limited` after too many wrong ones, or what `check` throws
 */
export async function countingWrongProofs(ctx: Context, check: () => Promise<void>): Promise<void> {
  const subject = `proof ${ctx.session?.id ?? ctx.actor.id}`;
  await spendOrReject("signInFailures", subject, OPTIONS);
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
