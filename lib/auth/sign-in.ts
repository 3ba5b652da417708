import { findWaitingCredentials } from "@/lib/domain/accounts/requests";
import { createContext, type VisitorContext } from "@/lib/domain/context";
import { acceptCode } from "@/lib/domain/factors/commands";
import { hasSecondFactor } from "@/lib/domain/factors/queries";
import { MAX_CODE_LENGTH } from "@/lib/domain/factors/rules";
import { warnOfFailedSignIns } from "@/lib/domain/notifications/failed-sign-ins";
import { type Credentials, findCredentials, verifyCredentials } from "@/lib/domain/users/credentials";
import { isKnownNetwork, rememberNetwork } from "@/lib/domain/users/networks";
import { type BudgetName, type Quota, refund, spend } from "@/lib/infra/rate-limit";
import { log } from "@/lib/infra/log";
import { findSuspensionToken } from "@/lib/domain/moderation/own-decisions";
import { accountSuspended, approvalPending, codeRequired, tooManyFailures, wrongCode } from "./sign-in-errors";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  userAgent?: string;
  signal?: AbortSignal;
}

export interface SignedIn {
  id: string;
  userAgent: string;
}

/**
 * Implements next-auth's `authorize`: null for wrong credentials. Only wrong credentials, and wrong codes of a second
 * factor, count as attempts; failures on our side are refunded.
 * @throws SignInRejected if too many failed from this network, a code is missing or wrong, or the account is suspended;
 *   DomainError `unavailable`
 */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  { network, userAgent = "", signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const login = given?.login?.trim().toLowerCase() ?? "";
  const account = await findCredentials(ctx, login);
  const waiting = account ? null : await findWaitingCredentials(ctx, login);
  const credentials = account ?? waiting;
  const attempt = await spendAttempt(ctx, { network, login, credentials });
  let outcome: Outcome;
  try {
    outcome = await check(ctx, credentials, given);
    if (outcome === "right" && credentials && !waiting) await rememberNetwork(ctx, credentials.id, network);
    if (outcome !== "wrong" && outcome !== "wrong-code") await attempt.refund();
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (outcome !== "wrong" && waiting) throw approvalPending();
  if (outcome === "right" && credentials) return { id: credentials.id, userAgent };
  if (outcome === "suspended" && credentials) throw accountSuspended(await findSuspensionToken(ctx, credentials.id));
  if (outcome === "code-missing") throw codeRequired();
  if (credentials && !waiting && attempt.wasLast)
    await warnOfFailedSignIns(ctx, { userId: credentials.id, windowSeconds: attempt.windowSeconds }).catch(report);
  if (outcome === "wrong-code") throw wrongCode();
  return null;
}

type Outcome = "right" | "suspended" | "wrong" | "code-missing" | "wrong-code";

/** The second factor is asked for only after the right password, so that nobody else learns whether there is one. */
async function check(
  ctx: VisitorContext,
  credentials: Credentials | null,
  given: Record<string, string> | undefined,
): Promise<Outcome> {
  const person = await verifyCredentials(ctx, credentials, given?.password ?? "");
  if (!person) return "wrong";
  const accepted = person.suspendedAt ? "suspended" : "right";
  if (!(await hasSecondFactor(ctx, person.id))) return accepted;
  const code = given?.code?.trim().slice(0, MAX_CODE_LENGTH) ?? "";
  if (code === "") return "code-missing";
  return (await acceptCode(ctx, person.id, code)) ? accepted : "wrong-code";
}

const report = (error: unknown) => log.error("failed sign-ins not reported to their owner", { error });

interface Attempt {
  refund(): Promise<void>;
  /** Whether this was the window's last attempt: if it fails, the next one is rejected. */
  wasLast: boolean;
  windowSeconds: number;
}

/**
 * Spends an attempt before the password is checked, so that concurrent attempts cannot exceed the limit. An account is
 * locked per network, which leaves its owner's network free. A limit over all networks, except those that the owner has
 * signed in from, stops distributed guessing.
 */
async function spendAttempt(
  ctx: VisitorContext,
  { network, login, credentials }: { network: string; login: string; credentials: Credentials | null },
): Promise<Attempt> {
  // Counted by id: otherwise an account's handle and e-mail address would each have attempts of their own.
  const account = credentials?.id ?? login;
  const here = await spendOne("signInFailures", `${network} ${account}`);
  if (!here.allowed) throw tooManyFailures();
  const anywhere = await spendOne("accountSignInFailures", account);
  if (!anywhere.allowed && !(credentials && (await isKnownNetwork(ctx, credentials.id, network)))) {
    await here.refund();
    throw tooManyFailures();
  }
  return {
    refund: async () => void (await Promise.all([here.refund(), anywhere.refund()])),
    wasLast: here.remaining === 0 || (anywhere.allowed && anywhere.remaining === 0),
    windowSeconds: here.windowSeconds,
  };
}

async function spendOne(budget: BudgetName, subject: string): Promise<Quota & { refund(): Promise<void> }> {
  const options = { whenDown: "local" } as const;
  const quota = await spend(budget, subject, options);
  return { ...quota, refund: async () => void (quota.allowed && (await refund(budget, subject, options))) };
}
