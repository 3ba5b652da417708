import { createContext, type VisitorContext } from "@/lib/domain/context";
import { warnOfFailedSignIns } from "@/lib/domain/notifications/failed-sign-ins";
import { type Credentials, findCredentials, verifyCredentials } from "@/lib/domain/users/credentials";
import { isKnownNetwork, rememberNetwork } from "@/lib/domain/users/networks";
import { type BudgetName, type Quota, refund, spend } from "@/lib/infra/rate-limit";
import { log } from "@/lib/infra/log";
import { findSuspensionToken } from "@/lib/domain/moderation/own-decisions";
import { AccountSuspended, TooManyFailures } from "./sign-in-errors";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  userAgent?: string;
  signal?: AbortSignal;
}

interface SignedIn {
  id: string;
  userAgent: string;
}

/**
 * Implements next-auth's `authorize`: null for wrong credentials. Only wrong credentials count as attempts; failures on
 * our side are refunded.
 * @throws TooManyFailures for this network, AccountSuspended for the right password, or DomainError `unavailable`
 */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  { network, userAgent = "", signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const login = given?.login?.trim().toLowerCase() ?? "";
  const credentials = await findCredentials(ctx, login);
  const attempt = await spendAttempt(ctx, { network, login, credentials });
  let suspended: Credentials | undefined;
  try {
    const person = await verifyCredentials(ctx, credentials, given?.password ?? "");
    if (person) {
      if (!person.suspendedAt) await rememberNetwork(ctx, person.id, network);
      await attempt.refund();
      if (!person.suspendedAt) return { id: person.id, userAgent };
      suspended = person;
    }
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (suspended) throw new AccountSuspended(await findSuspensionToken(ctx, suspended.id));
  if (credentials && attempt.wasLast)
    await warnOfFailedSignIns(ctx, { userId: credentials.id, windowSeconds: attempt.windowSeconds }).catch(report);
  return null;
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
  if (!here.allowed) throw new TooManyFailures();
  const anywhere = await spendOne("accountSignInFailures", account);
  if (!anywhere.allowed && !(credentials && (await isKnownNetwork(ctx, credentials.id, network)))) {
    await here.refund();
    throw new TooManyFailures();
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
