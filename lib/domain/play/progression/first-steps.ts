import { mustVerifyEmail } from "@/lib/domain/accounts/guards/verified-email";
import { type Context, read } from "@/lib/domain/kernel/context";
import { ago, DAY_MS } from "@/lib/domain/kernel/durations";
import { FIRST_FOLLOWS, NEWCOMER_DAYS } from "./rules";

/** What the home page suggests to somebody who has just joined. */
export interface FirstSteps {
  follows: boolean;
  /** Whether to suggest people: to newcomers who follow fewer than three. */
  needsPeople: boolean;
  /** Whether the account has never posted, and may: deleting the first post does not ask for another. */
  needsPost: boolean;
}

interface StepsRow {
  followingCount: number;
  isNew: boolean;
  hasPosted: boolean;
}

export async function getFirstSteps(ctx: Context): Promise<FirstSteps> {
  const [row] = await read<StepsRow>(ctx, "progression.firstSteps")`
    SELECT u."followingCount", u."createdAt" > ${ago(ctx, NEWCOMER_DAYS * DAY_MS)} AS "isNew",
        u."postsCount" > 0 OR EXISTS (
          SELECT FROM "XpGrant" g WHERE g."userId" = u.id AND g.reason = 'post.created') AS "hasPosted"
      FROM "User" u WHERE u.id = ${ctx.actor.id}`;
  const { followingCount: following, isNew, hasPosted } = row!;
  return {
    follows: following > 0,
    needsPeople: isNew && following < FIRST_FOLLOWS,
    needsPost: !hasPosted && !mustVerifyEmail(ctx.actor),
  };
}
