import { parseJson } from "@/lib/domain/kernel/text/schema";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { createContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { acceptAssertion } from "@/lib/domain/accounts/factors/passkeys";
import { assertion } from "@/lib/domain/accounts/factors/schema";
import { rememberNetwork } from "@/lib/domain/accounts/users/credentials";
import { admit } from "./admission";
import { settle, spendAttempt, warnOwner } from "./attempts";
import type { NextStep } from "./next-step";
import { acceptCodeOf, codeIn, type SignedIn, type SignInOrigin } from "./sign-in";
import { rejected } from "./sign-in-errors";

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
  const accepted = acceptCodeOf(ctx, { userId, network, code: codeIn(given) });
  if (!(await settle(attempt, accepted, (isRight) => !isRight))) {
    await warnOwner(ctx, "passwords", userId, attempt);
    throw rejected("wrongCode");
  }
  await admit(ctx, userId);
  await rememberNetwork(ctx, userId, network);
  return { id: userId };
}

/** Implements next-auth's `authorize` by reopening an account. @throws SignInRejected if that is no longer possible */
export async function signInByReopening(
  next: NextStep | null,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  if (next?.step !== "reopen") return null;
  const ctx = createContext({ actor: null, channel: "session", signal });
  await reopenAccount(ctx, { id: next.userId }).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === "not_found" ? rejected("tooLateToReopen") : error;
  });
  await rememberNetwork(ctx, next.userId, network);
  return { id: next.userId };
}

/** Longer than any passkey response. */
const MAX_LENGTH = 20_000;

/**
 * Implements next-auth's `authorize` for a passkey: null unless a registered one responded.
 * @throws SignInRejected for a suspended or closed account
 */
export async function signInWithPasskey(
  given: Record<string, string> | undefined,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const { data: response } = assertion.safeParse(parseJson((given?.assertion ?? "").slice(0, MAX_LENGTH)));
  const id = response ? await acceptAssertion(ctx, response) : null;
  if (!response || !id) return null;
  await admit(ctx, id);
  await rememberNetwork(ctx, id, network);
  return { id, credential: { passkeyId: response.id } };
}
