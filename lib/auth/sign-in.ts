import type { Credential } from "@/lib/domain/accounts/lifecycle/credential";
import { findClosed } from "@/lib/domain/accounts/lifecycle/reopening";
import { findWaitingCredentials } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { acceptCode } from "@/lib/domain/accounts/factors/commands";
import { secondFactorOf } from "@/lib/domain/accounts/factors/queries";
import { MAX_CODE_LENGTH } from "@/lib/domain/accounts/factors/rules";
import {
  type Credentials,
  findCredentials,
  verifyCredentials,
  rememberNetwork,
} from "@/lib/domain/accounts/users/credentials";
import { normalizeLogin } from "@/lib/domain/accounts/users/rules";
import { passwordFingerprint } from "@/lib/domain/accounts/users/email-tokens";
import { findSanctionToken } from "@/lib/domain/people/moderation/own-decisions";
import { settle, spendAttempt, spendCode, warnOwner } from "./attempts";
import { accountClosed, accountSuspended, rejected } from "./sign-in-errors";

export interface SignInOrigin {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  signal?: AbortSignal;
}

export interface SignedIn {
  id: string;
  credential?: Credential;
}

/**
 * Implements next-auth's `authorize`: null for wrong credentials. Only wrong credentials and wrong second-factor codes
 * count as attempts; failures on our side are refunded.
 * @throws SignInRejected if too many failed from this network, a code is missing or wrong, or the account is suspended
 *   or closed; DomainError `unavailable`
 */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const login = normalizeLogin(given?.login ?? "");
  const account = await findAccount(ctx, login);
  const attempt = await spendAttempt(ctx, { network, login, userId: account?.credentials.id });
  const outcome = await settle(attempt, check(ctx, account, { given, network }), isWrong);
  if (account && !isWrong(outcome)) return accept(ctx, account, outcome);
  if (account?.state === "waiting" && outcome === "wrong-code") throw rejected("approvalPending");
  if (account?.state === "open") await warnOwner(ctx, "passwords", account.credentials.id, attempt);
  if (outcome === "wrong-code") throw rejected("wrongCode");
  return null;
}

interface Account {
  /** `waiting`: requested, but neither approved nor rejected yet. */
  state: "open" | "closed" | "waiting";
  credentials: Credentials;
}

/** Looks for closed accounts and sign-up requests even if there is an open account, so that timing reveals nothing. */
async function findAccount(ctx: VisitorContext, login: string): Promise<Account | null> {
  const [open, closed, request] = await Promise.all([
    findCredentials(ctx, login),
    findClosed(ctx, login),
    findWaitingCredentials(ctx, login),
  ]);
  if (open) return { state: "open", credentials: open };
  if (closed) return { state: "closed", credentials: closed };
  return request && { state: "waiting", credentials: request };
}

/** Signs in a user who gave the right password, or throws the reason why that is not possible. */
async function accept(
  ctx: VisitorContext,
  { state, credentials }: Account,
  outcome: Exclude<Outcome, WrongOutcome>,
): Promise<SignedIn> {
  if (state === "waiting") throw rejected("approvalPending");
  switch (outcome) {
    case "suspended":
      throw accountSuspended(await findSanctionToken(ctx, credentials.id));
    case "code-missing":
      throw rejected("codeRequired");
    case "passkey-missing":
      throw rejected("passkeyRequired");
    case "right":
      if (state === "closed") throw accountClosed(credentials.id);
      return { id: credentials.id, credential: { passwordFingerprint: passwordFingerprint(credentials.passwordHash) } };
  }
}

type WrongOutcome = "wrong" | "wrong-code";
type Outcome = WrongOutcome | "right" | "suspended" | "code-missing" | "passkey-missing";

const isWrong = (outcome: Outcome): outcome is WrongOutcome => outcome === "wrong" || outcome === "wrong-code";

/** Asks for the second factor only after the right password, so that strangers do not learn whether there is one. */
async function check(
  ctx: VisitorContext,
  account: Account | null,
  { given, network }: { given: Record<string, string> | undefined; network: string },
): Promise<Outcome> {
  const person = await verifyCredentials(ctx, account?.credentials ?? null, given?.password ?? "");
  if (!person) return "wrong";
  const factor = await secondFactorOf(ctx, person.id);
  if (factor) {
    const code = codeIn(given);
    if (code === "") return `${factor}-missing`;
    if (!(await acceptCodeOf(ctx, { userId: person.id, network, code }))) return "wrong-code";
  }
  if (person.suspendedAt) return "suspended";
  if (account?.state === "open") await rememberNetwork(ctx, person.id, network);
  return "right";
}

/** Returns the second-factor code sent with a sign-in; empty if there is none. */
export function codeIn(given: Record<string, string> | undefined): string {
  return given?.code?.trim().slice(0, MAX_CODE_LENGTH) ?? "";
}

/**
 * Whether a code is correct; each is accepted only once. Notifies the owner when the account reaches its limit of wrong
 * codes.
 * @throws SignInRejected after too many wrong codes
 */
export async function acceptCodeOf(
  ctx: VisitorContext,
  { userId, network, code }: { userId: string; network: string; code: string },
): Promise<boolean> {
  const attempt = await spendCode(ctx, { network, userId });
  const isRight = await settle(attempt, acceptCode(ctx, userId, code), (right) => !right);
  if (!isRight) await warnOwner(ctx, "codes", userId, attempt);
  return isRight;
}
