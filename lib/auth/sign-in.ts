import { createContext, type VisitorContext } from "@/lib/domain/context";
import { warnOfFailedSignIns } from "@/lib/domain/notifications/failed-sign-ins";
import { type Credentials, findCredentials, verifyCredentials } from "@/lib/domain/users/credentials";
import { isKnownNetwork, rememberNetwork } from "@/lib/domain/users/networks";
import { type BudgetName, type Quota, refund, spend } from "@/lib/http/rate-limit";
import { log } from "@/lib/infra/log";
import { TooManyFailures } from "./sign-in-errors";

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
 * next-auth's `authorize`: null is a wrong pair. Only tries that were really wrong are counted: whatever fails on our
 * side gives them back.
 * @throws TooManyFailures for this network, or Refusal `unavailable`.
 */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  { network, userAgent = "", signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, door: "app", signal });
  const login = given?.login?.trim().toLowerCase() ?? "";
  const credentials = await findCredentials(ctx, login);
  const attempt = await spendAttempt(ctx, { network, login, credentials });
  try {
    const person = await verifyCredentials(ctx, credentials, given?.password ?? "");
    if (person) {
      await rememberNetwork(ctx, person.id, network);
      await attempt.refund();
      return { id: person.id, userAgent };
    }
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (credentials && attempt.wasLast)
    await warnOfFailedSignIns(ctx, { userId: credentials.id, windowSeconds: attempt.windowSeconds }).catch(report);
  return null;
}

const report = (error: unknown) => log.error("owner not told of failed sign-ins", { error });

interface Attempt {
  refund(): Promise<void>;
  /** The next try of this window is refused, should this one fail. */
  wasLast: boolean;
  windowSeconds: number;
}

/**
 * Every try is spent before its password is looked at, so that of many at once no more than the bound are looked at. An
 * account is locked for one network, not for its owner's; a bound over all networks, which spares those that the owner
 * signed in from before, is against guessing from many.
 */
async function spendAttempt(
  ctx: VisitorContext,
  { network, login, credentials }: { network: string; login: string; credentials: Credentials | null },
): Promise<Attempt> {
  // By id, or an account's handle and e-mail address would have tries of their own.
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
