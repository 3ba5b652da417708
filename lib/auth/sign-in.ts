import type { Credential } from "@/lib/domain/accounts/credential";
import { findClosed } from "@/lib/domain/accounts/reopening";
import { findWaitingCredentials } from "@/lib/domain/accounts/requests";
import { createContext, type VisitorContext } from "@/lib/domain/context";
import { secondFactorOf } from "@/lib/domain/factors/queries";
import { type Credentials, findCredentials, verifyCredentials } from "@/lib/domain/users/credentials";
import { passwordFingerprint } from "@/lib/domain/users/email-tokens";
import { rememberNetwork } from "@/lib/domain/users/networks";
import { findSanctionToken } from "@/lib/domain/moderation/own-decisions";
import { spendAttempt } from "./attempts";
import { acceptCodeOf, codeIn } from "./second-factor";
import {
  accountClosed,
  accountSuspended,
  approvalPending,
  codeRequired,
  passkeyRequired,
  wrongCode,
} from "./sign-in-errors";
import { warnOwner } from "./warn-owner";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  signal?: AbortSignal;
}

export interface SignedIn {
  id: string;
  /** By what they have proved to be the owner just now. */
  credential?: Credential;
}

/**
 * Implements next-auth's `authorize`: null for wrong credentials. Only wrong credentials, and wrong codes of a second
 * factor, count as attempts; failures on our side are refunded.
 * @throws SignInRejected if too many failed from this network, a code is missing or wrong, or the account is suspended
 *   or closed; DomainError `unavailable`
 */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const login = given?.login?.trim().toLowerCase() ?? "";
  // Also looks for closed accounts and requests when there is an open account, so that the timing reveals nothing.
  const [open, closed, request] = await Promise.all([
    findCredentials(ctx, login),
    findClosed(ctx, login),
    findWaitingCredentials(ctx, login),
  ]);
  const waiting = open || closed ? null : request;
  const credentials = open ?? closed ?? waiting;
  const attempt = await spendAttempt(ctx, { network, login, userId: credentials?.id });
  let outcome: Outcome;
  try {
    outcome = await check(ctx, credentials, { given, network });
    if (outcome === "right" && open) await rememberNetwork(ctx, open.id, network);
    if (outcome !== "wrong" && outcome !== "wrong-code") await attempt.refund();
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (outcome !== "wrong" && waiting) throw approvalPending();
  if (outcome === "right" && open)
    return { id: open.id, credential: { passwordFingerprint: passwordFingerprint(open.passwordHash) } };
  if (outcome === "right" && closed) throw accountClosed(closed.id);
  if (outcome === "suspended" && credentials) throw accountSuspended(await findSanctionToken(ctx, credentials.id));
  if (outcome === "code-missing") throw codeRequired();
  if (outcome === "passkey-missing") throw passkeyRequired();
  if (open && attempt.wasLast)
    await warnOwner(ctx, "passwords", { userId: open.id, windowSeconds: attempt.windowSeconds });
  if (outcome === "wrong-code") throw wrongCode();
  return null;
}

type Outcome = "right" | "suspended" | "wrong" | "code-missing" | "passkey-missing" | "wrong-code";

/** Asks for the second factor only after the right password, so that nobody else learns whether there is one. */
async function check(
  ctx: VisitorContext,
  credentials: Credentials | null,
  { given, network }: { given: Record<string, string> | undefined; network: string },
): Promise<Outcome> {
  const person = await verifyCredentials(ctx, credentials, given?.password ?? "");
  if (!person) return "wrong";
  const accepted = person.suspendedAt ? "suspended" : "right";
  const factor = await secondFactorOf(ctx, person.id);
  if (!factor) return accepted;
  const code = codeIn(given);
  if (code === "") return `${factor}-missing`;
  return (await acceptCodeOf(ctx, { userId: person.id, network, code })) ? accepted : "wrong-code";
}
