import type { VisitorContext } from "@/lib/domain/kernel/context";
import { type Guessed, warnOfFailures } from "@/lib/domain/consequences/notifications/failed-sign-ins";
import { isKnownNetwork } from "@/lib/domain/accounts/users/credentials";
import { type Quota, refund, spend } from "@/lib/infra/limiter/rate-limit";
import type { BudgetName } from "@/lib/infra/limiter/budgets";
import { log } from "@/lib/infra/log/log";
import { rejected } from "./sign-in-errors";

interface Attempt {
  refund(): Promise<void>;
  /** Whether this was the window's last attempt: if it fails, the next one is rejected. */
  wasLast: boolean;
  windowSeconds: number;
}

/**
 * Spends an attempt before the password or code is checked, so that concurrent attempts cannot exceed the limit. A
 * login is locked per network, which leaves its owner's network free. A limit across all networks, except those that
 * the owner has signed in from, stops distributed guessing. A handle and an e-mail address are counted separately,
 * because a shared count would reveal that both belong to one account. `userId` is undefined for an unknown login.
 * @throws SignInRejected
 */
export async function spendAttempt(
  ctx: VisitorContext,
  { network, login, userId }: { network: string; login: string; userId: string | undefined },
): Promise<Attempt> {
  const here = await spendOne("signInFailures", `${network} ${login}`);
  if (!here.allowed) throw rejected("tooManyFailures");
  const anywhere = await spendOne("loginFailures", login);
  if (!anywhere.allowed && !(userId !== undefined && (await isKnownNetwork(ctx, userId, network)))) {
    await here.refund();
    throw rejected("tooManyFailures");
  }
  return {
    refund: async () => void (await Promise.all([here.refund(), anywhere.refund()])),
    wasLast: here.remaining === 0 || (anywhere.allowed && anywhere.remaining === 0),
    windowSeconds: here.windowSeconds,
  };
}

/**
 * Spends an attempt before a second-factor code is checked. Anyone who enters a code has the password, and six digits
 * are soon guessed from many networks, so an account accepts few wrong codes from networks that its owner has not
 * signed in from.
 * @throws SignInRejected
 */
export async function spendCode(
  ctx: VisitorContext,
  { network, userId }: { network: string; userId: string },
): Promise<Attempt> {
  const code = await spendOne("codeFailures", userId);
  if (!code.allowed && !(await isKnownNetwork(ctx, userId, network))) throw rejected("tooManyFailures");
  return {
    refund: code.refund,
    wasLast: code.allowed && code.remaining === 0,
    windowSeconds: code.windowSeconds,
  };
}

/** Returns the result of a check that an attempt was spent on, and refunds the attempt unless the result is wrong. */
export async function settle<T>(attempt: Attempt, check: Promise<T>, isWrong: (result: T) => boolean): Promise<T> {
  const result = await check.catch(async (error: unknown) => {
    await attempt.refund();
    throw error;
  });
  if (!isWrong(result)) await attempt.refund();
  return result;
}

/** Notifies the account's owner of failed sign-ins, if this failed attempt was the last. */
export async function warnOwner(
  ctx: VisitorContext,
  guessed: Guessed,
  userId: string,
  { wasLast, windowSeconds }: Attempt,
): Promise<void> {
  if (!wasLast) return;
  await warnOfFailures(ctx, guessed, { userId, windowSeconds }).catch((error: unknown) =>
    log.error("failed sign-ins not reported to their owner", { error }),
  );
}

async function spendOne(budget: BudgetName, subject: string): Promise<Quota & { refund(): Promise<void> }> {
  const options = { whenDown: "local" } as const;
  const quota = await spend(budget, subject, options);
  return { ...quota, refund: async () => void (quota.allowed && (await refund(budget, subject, options))) };
}
