import type { VisitorContext } from "@/lib/domain/context";
import { isReopenable } from "@/lib/domain/accounts/reopening";
import { hasSecondFactor } from "@/lib/domain/factors/queries";
import { findSanctionToken } from "@/lib/domain/moderation/own-decisions";
import { accountClosed, accountSuspended, secondFactorRequired } from "./sign-in-errors";

/**
 * Checks that a person who has proved to be the account's owner may sign in.
 * @throws SignInRejected if it is suspended, or closed: then it can be opened again
 */
export async function admit(ctx: VisitorContext, userId: string): Promise<void> {
  const { suspendedAt } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { suspendedAt: true } });
  if (suspendedAt === null) return;
  if (await isReopenable(ctx, userId)) throw accountClosed(userId);
  throw accountSuspended(await findSanctionToken(ctx, userId));
}

/**
 * Does the same for a person whom an OAuth provider vouches for.
 * @throws SignInRejected also if the account has a second factor, which comes next
 */
export async function admitFromProvider(ctx: VisitorContext, userId: string): Promise<void> {
  if (await hasSecondFactor(ctx, userId)) throw secondFactorRequired(userId);
  await admit(ctx, userId);
}
