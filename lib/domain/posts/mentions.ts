import type { Context } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import type { Mentions } from "@/lib/domain/mentions/queries";
import type { Audience } from "@/lib/infra/prisma/enums";

/** Our choice: further names in one text notify nobody, so that nobody can notify everybody. */
const MAX_MENTIONS = 10;

interface Mentioning {
  mentions: Mentions | undefined;
  content: string;
  /** The post's audience, and whose followers that means. */
  audience: Audience;
  authorId: string;
  postId: string;
  /** The id of the post or comment. */
  subjectId: string;
  link: string;
}

/** Notifies the people whom a text mentions and who may see it. */
export async function notifyMentions(
  tx: Context,
  { mentions = {}, content, audience, authorId, postId, subjectId, link }: Mentioning,
): Promise<void> {
  const named = Object.values(mentions).slice(0, MAX_MENTIONS);
  if (named.length === 0 || audience === "PRIVATE") return;
  const userIds = audience === "FOLLOWERS" ? await followersAmong(tx, authorId, named) : named;
  await record(
    tx,
    "user.mentioned",
    { userIds },
    { subjectId, notices: [{ userIds, preview: content, link, postId }] },
  );
}

async function followersAmong(tx: Context, followeeId: string, ids: string[]): Promise<string[]> {
  const follows = await tx.db.follow.findMany({
    where: { followeeId, followerId: { in: ids } },
    select: { followerId: true },
  });
  return follows.map(({ followerId }) => followerId);
}
