import { Refusal } from "@/lib/domain/errors";
import { clientIp } from "@/lib/http/client-ip";
import { refund, spend } from "@/lib/http/rate-limit";

/** Refuses a password sign-in when its address has tried too often. */
export async function limitSignIn(request: Request): Promise<void> {
  const quota = await spend("signIn", clientIp(request), { whenDown: "local" });
  if (quota.allowed) return;
  throw new Refusal("rate_limited", `Too many tries to sign in. Wait ${quota.retryAfter} s and try again.`, {
    retryAfter: quota.retryAfter,
  });
}

/** Gives the try back: it failed on our side. */
export async function refundSignIn(request: Request): Promise<void> {
  await refund("signIn", clientIp(request), { whenDown: "local" });
}
