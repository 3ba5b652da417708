import { type Context, idFor, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { record } from "@/lib/domain/consequences/events/commands";
import { ID_PREFIXES } from "@/lib/domain/kernel/id";
import { findMentions, mentionsColumn } from "@/lib/domain/kernel/mentions";
import { retractAboutComment } from "@/lib/domain/consequences/notifications/commands";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type ScreenedRow, wordScreen, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import {
  type PersonColumns,
  personColumns,
  presentPerson,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import { shownComment, visibleBuild } from "@/lib/domain/kernel/visibility";
import type { BuildComment } from "./schema";
import { countOnBuild, lockBuild } from "./commands";

interface Slug {
  slug: string;
}

type BuildCommentRow = PersonColumns &
  Omit<ScreenedRow, "media"> & {
    id: string;
    mentions: Record<string, string> | null;
    createdAt: Date;
    hidden: boolean;
  };

/**
 * Lists a build's comments, newest first.
 * @throws DomainError `not_found`, the same for a build that the viewer may not see
 */
export function listBuildComments(
  ctx: VisitorContext,
  { slug, ...request }: PageRequest & Slug,
): Promise<Page<BuildComment>> {
  const viewer = ctx.actor?.id ?? "";
  return paginate<BuildCommentRow, BuildComment>(request, {
    list: ["build-comments", slug],
    screen: wordScreen(ctx),
    rows: async (after, take) =>
      underSubject(
        await read<Joined<BuildCommentRow>>(ctx, "builds.comments")`
          SELECT c.id, c.content, ${mentionsColumn("c", viewer)}, c."createdAt", c."hiddenAt" IS NOT NULL AS hidden, ${personColumns("u")},
           ${wordsVersionColumn(viewer)} FROM "Build" b
          LEFT JOIN LATERAL (
           SELECT * FROM "BuildComment" c
             WHERE c."buildId" = b.id AND ${shownComment(viewer)}
               AND (c."createdAt", c.id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${take}) c ON true
          LEFT JOIN "User" u ON u.id = c."authorId"
          WHERE b.slug = ${slug} AND ${visibleBuild(viewer)}
          ORDER BY c."createdAt" DESC, c.id DESC`,
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: (row) => ({
      id: row.id,
      content: row.content,
      mentions: row.mentions,
      createdAt: row.createdAt.toISOString(),
      ...(row.hidden && { hidden: true }),
      author: presentPersonColumns(row),
    }),
  });
}

export function commentOnBuild(ctx: Context, { slug, content }: Slug & { content: string }): Promise<BuildComment> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const mentions = await findMentions(tx, content);
    const id = idFor(tx, "bcm");
    await Promise.all([
      write(tx, "builds.comment")`
        INSERT INTO "BuildComment" (id, "buildId", "authorId", content, mentions, "createdAt")
        VALUES (${id}, ${build.id}, ${tx.actor.id}, ${content}, ${mentions && JSON.stringify(mentions)}::jsonb, ${tx.now})`,
      countOnBuild(tx, build.id, "commentsCount", 1),
    ]);
    const link = `/builds/${slug}#${id}`;
    const notification = { userIds: [build.authorId], preview: content, link, buildId: build.id };
    await record(
      tx,
      "build.commented",
      { buildId: build.id, commentId: id },
      { subjectId: id, notifications: [notification] },
    );
    return { id, content, createdAt: tx.now.toISOString(), author: presentPerson(tx.actor) };
  });
}

/** Deletes a comment for a moderator, with the unread notifications of it. Does nothing if it is gone. */
export async function removeBuildComment(tx: Context, id: string): Promise<void> {
  const [build] = await read<{ id: string }>(tx, "builds.lockCommented")`
    SELECT b.id FROM "BuildComment" c JOIN "Build" b ON b.id = c."buildId" WHERE c.id = ${id}
    FOR NO KEY UPDATE OF b`;
  if (!build) return;
  const deleted = await write(tx, "builds.deleteComment")`DELETE FROM "BuildComment" WHERE id = ${id}`;
  await countOnBuild(tx, build.id, "commentsCount", -deleted);
  await retractAboutComment(tx, { commentId: id });
}

export const isOnBuild = (commentId: string) => commentId.startsWith(`${ID_PREFIXES.buildComment}_`);
