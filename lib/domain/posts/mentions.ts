import type { Context } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import type { Audience } from "@/lib/infra/prisma/enums";

/** More names than this in one text tell nobody further: our choice, against shouting at everybody. */
const MAX_MENTIONS = 10;
const MENTION = /(?<![\w@/])@([a-z0-9_]{3,20})\b/gi;

interface Mentioning {
  content: string;
  /** Of the post, and whose followers that means. */
  audience: Audience;
  authorId: string;
  /** The post or comment. */
  subjectId: string;
  link: string;
}

/** Tells the people whom a text names, as far as they may see it. */
export async function notifyMentions(tx: Context, { content, audience, authorId, subjectId, link }: Mentioning): Promise<void> {
  const handles = [...new Set([...content.matchAll(MENTION)].map(([, handle]) => handle!.toLowerCase()))].slice(0, MAX_MENTIONS);
  if (handles.length === 0 || audience === "PRIVATE") return;
  const people = await tx.db.user.findMany({
    where: { handle: { in: handles }, ...(audience === "FOLLOWERS" ? { following: { some: { followeeId: authorId } } } : {}) },
    select: { id: true },
  });
  const userIds = people.map(({ id }) => id);
  await record(tx, "user.mentioned", { userIds }, { subjectId, notice: { userIds, preview: content, link } });
}
