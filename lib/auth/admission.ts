import type { VisitorContext } from "@/lib/domain/context";
import { isReopenable } from "@/lib/domain/accounts/reopening";
import { hasSecondFactor } from "@/lib/domain/factors/queries";
import { findSanctionToken } from "@/lib/domain/moderation/own-decisions";
import { accountClosed, accountSuspended, secondFactorRequired } from "./sign-in-errors";

/**
 * Checks that the proven owner of an account may sign in.
 * @throws SignInRejected if the account is suspended, or closed, in which case it can be reopened
 */
export async function admit(ctx: VisitorContext, userId: string): Promise<void> {
  const { suspendedAt } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { suspendedAt: true } });
  if (suspendedAt === null) return;
  if (await isReopenable(ctx, userId)) throw accountClosed(userId);
  throw accountSuspended(await findSanctionToken(ctx, userId));
}

/**
 * Does the same for a user authenticated by an OAuth provider.
 * @throws SignInRejected also if the account has a second factor, which is the next step
 */
export async function admitFromProvider(ctx: VisitorContext, userId: string): Promise<void> {
  if (await hasSecondFactor(ctx, userId)) throw secondFactorRequired(userId);
  await admit(ctx, userId);
}
