import { type Context, read } from "@/lib/domain/kernel/context";
import { record } from "@/lib/domain/consequences/events/commands";
import type { Mentions } from "@/lib/domain/kernel/mentions";
import type { EventContext } from "@/lib/domain/consequences/events/reactions";
import type { Audience } from "@/lib/infra/prisma/enums";

/** Mentions in one text that notify. Further ones do not, so that nobody can notify everybody. */
const MAX_MENTIONS = 10;

export function mentionedReaders(
  tx: Context,
  mentions: Mentions | undefined,
  post: { audience: Audience; authorId: string },
): Promise<string[]> {
  return readersAmong(tx, Object.values(mentions ?? {}).slice(0, MAX_MENTIONS), post);
}

/** Returns those of these people who belong to a post's audience. */
export async function readersAmong(
  tx: Context,
  userIds: string[],
  post: { audience: Audience; authorId: string },
): Promise<string[]> {
  if (userIds.length === 0 || post.audience === "PRIVATE") return [];
  return post.audience === "FOLLOWERS" ? followersAmong(tx, post.authorId, userIds) : userIds;
}

interface Mentioning extends Pick<EventContext, "notifiedOtherwise"> {
  content: string;
  postId: string;
  subjectId: string;
  link: string;
}

export async function notifyMentioned(
  tx: Context,
  userIds: string[],
  { content, postId, subjectId, link, notifiedOtherwise }: Mentioning,
): Promise<void> {
  if (userIds.length === 0) return;
  const notifications = [{ userIds, preview: content, link, postId }];
  await record(tx, "user.mentioned", { userIds }, { subjectId, notifications, notifiedOtherwise });
}

/** Notifies people who are newly mentioned, and retracts the notifications of people who no longer are. */
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
