import { type Context, read } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import type { Mentions } from "@/lib/domain/mentions/queries";
import type { Audience } from "@/lib/infra/prisma/enums";

/** Our choice: mentions in one text that notify. Further ones do not, so that nobody can notify everybody. */
const MAX_MENTIONS = 10;

/** Returns the ids of the people whom a text mentions and who may see it. */
export async function mentionedReaders(
  tx: Context,
  mentions: Mentions | undefined,
  post: { audience: Audience; authorId: string },
): Promise<string[]> {
  const named = Object.values(mentions ?? {}).slice(0, MAX_MENTIONS);
  if (named.length === 0 || post.audience === "PRIVATE") return [];
  return post.audience === "FOLLOWERS" ? followersAmong(tx, post.authorId, named) : named;
}

interface Mentioning {
  content: string;
  postId: string;
  /** The id of the post or comment. */
  subjectId: string;
  link: string;
}

/** Notifies people whom a text mentions. */
export async function notifyMentioned(
  tx: Context,
  userIds: string[],
  { content, postId, subjectId, link }: Mentioning,
): Promise<void> {
  if (userIds.length === 0) return;
  const notices = [{ userIds, preview: content, link, postId }];
  await record(tx, "user.mentioned", { userIds }, { subjectId, notices });
}

/**
 * Notifies the people whom an edited text newly mentions, and retracts the notifications of those whom it no longer
 * mentions.
 */
export async function announceMentionChanges(
  tx: Context,
  { from, to }: { from: Mentions | undefined; to: Mentions | undefined },
  post: { audience: Audience; authorId: string },
  mentioning: Mentioning,
): Promise<void> {
  const before = await mentionedReaders(tx, from, post);
  const now = await mentionedReaders(tx, to, post);
  const gone = before.filter((id) => !now.includes(id));
  const { subjectId } = mentioning;
  if (gone.length > 0) await record(tx, "user.unmentioned", { userIds: gone }, { subjectId });
  await notifyMentioned(
    tx,
    now.filter((id) => !before.includes(id)),
    mentioning,
  );
}

async function followersAmong(tx: Context, followeeId: string, ids: string[]): Promise<string[]> {
  const follows = await read<{ followerId: string }>(tx, "mentions.followers")`
    SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${followeeId} AND "followerId" = ANY (${ids}::text[])`;
  return follows.map(({ followerId }) => followerId);
}
