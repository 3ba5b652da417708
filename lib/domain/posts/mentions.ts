import type { Context } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import type { Mentions } from "@/lib/domain/mentions/queries";
import type { Audience } from "@/lib/infra/prisma/enums";

/** More names than this in one text tell nobody further: our choice, against shouting at everybody. */
const MAX_MENTIONS = 10;

interface Mentioning {
  mentions: Mentions | undefined;
  content: string;
  /** Of the post, and whose followers that means. */
  audience: Audience;
  authorId: string;
  /** The post or comment. */
  subjectId: string;
  link: string;
}

/** Tells the people whom a text mentions, as far as they may see it. */
export async function notifyMentions(
  tx: Context,
  { mentions = {}, content, audience, authorId, subjectId, link }: Mentioning,
): Promise<void> {
  const named = Object.values(mentions).slice(0, MAX_MENTIONS);
  if (named.length === 0 || audience === "PRIVATE") return;
  const userIds = audience === "FOLLOWERS" ? await followersAmong(tx, authorId, named) : named;
  await record(tx, "user.mentioned", { userIds }, { subjectId, notice: { userIds, preview: content, link } });
}

async function followersAmong(tx: Context, followeeId: string, ids: string[]): Promise<string[]> {
  const follows = await tx.db.follow.findMany({
    where: { followeeId, followerId: { in: ids } },
    select: { followerId: true },
  });
  return follows.map(({ followerId }) => followerId);
}
