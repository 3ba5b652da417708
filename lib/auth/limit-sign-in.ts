import { DomainError } from "@/lib/domain/errors";
import { clientIp } from "@/lib/infra/network/client-ip";
import { refund, spend } from "@/lib/infra/limiter/rate-limit";

/**
 * Counts a password sign-in against the client's address.
 * @throws DomainError `rate_limited` when the budget is spent
 */
export async function limitSignIn(request: Request): Promise<void> {
  const quota = await spend("signIn", clientIp(request), { whenDown: "local" });
  if (quota.allowed) return;
  throw new DomainError("rate_limited", `Too many tries to sign in. Wait ${quota.retryAfter} s and try again.`, {
    retryAfter: quota.retryAfter,
  });
}

/** Refunds an attempt that failed on our side. */
export async function refundSignIn(request: Request): Promise<void> {
  await refund("signIn", clientIp(request), { whenDown: "local" });
}
