import { reopenAccount } from "@/lib/domain/accounts/reopening";
import { createContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { rememberNetwork } from "@/lib/domain/users/credentials";
import { admit } from "./admission";
import { spendAttempt } from "./attempts";
import type { NextStep } from "./next-step";
import { acceptCodeOf, codeIn } from "./second-factor";
import type { SignedIn, SignInOrigin } from "./sign-in";
import { tooLateToReopen, wrongCode } from "./sign-in-errors";
import { warnOwner } from "./warn-owner";

/**
 * Implements next-auth's `authorize` for a second-factor code from a user authenticated by an OAuth provider.
 * @throws SignInRejected if the code is wrong, or sign-in is no longer possible
 */
export async function signInWithCode(
  given: Record<string, string> | undefined,
  next: NextStep | null,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  if (next?.step !== "second-factor") return null;
  const ctx = createContext({ actor: null, channel: "session", signal });
  const { userId } = next;
  const attempt = await spendAttempt(ctx, { network, login: userId, userId });
  const isRight = await acceptCodeOf(ctx, { userId, network, code: codeIn(given) }).catch(async (error: unknown) => {
    await attempt.refund();
    throw error;
  });
  if (!isRight) {
    if (attempt.wasLast) await warnOwner(ctx, "passwords", { userId, windowSeconds: attempt.windowSeconds });
    throw wrongCode();
  }
  await attempt.refund();
  await admit(ctx, userId);
  await rememberNetwork(ctx, userId, network);
  return { id: userId };
}

/**
 * Implements next-auth's `authorize` for the proven owner of a closed account, and reopens it.
 * @throws SignInRejected if that is no longer possible
 */
export async function signInByReopening(
  next: NextStep | null,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  if (next?.step !== "reopen") return null;
  const ctx = createContext({ actor: null, channel: "session", signal });
  await reopenAccount(ctx, { id: next.userId }).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === "not_found" ? tooLateToReopen() : error;
  });
  await rememberNetwork(ctx, next.userId, network);
  return { id: next.userId };
}
