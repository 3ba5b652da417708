import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { findMentions } from "@/lib/domain/mentions/queries";
import { retractAboutComment } from "@/lib/domain/notifications/commands";
import { presentPerson } from "@/lib/domain/users/present";
import { lockBuild } from "./locked-build";
import type { BuildComment } from "./schema";

interface Slug {
  slug: string;
}

/** Likes a build. Liking it again changes nothing. */
export function likeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const added = await tx.db.$executeRaw`INSERT INTO "BuildLike" ("buildId", "userId", "createdAt")
        VALUES (${build.id}, ${tx.actor.id}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (added > 0) {
      await tx.db.build.update({
        where: { id: build.id },
        data: { likesCount: { increment: 1 } },
        select: { id: true },
      });
      const notice = { userIds: [build.authorId], preview: build.title, link: `/builds/${slug}`, buildId: build.id };
      await record(tx, "build.liked", { buildId: build.id }, { subjectId: build.id, notices: [notice] });
    }
    return { liked: true, likeCount: build.likesCount + added };
  });
}

export function unlikeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const { count } = await tx.db.buildLike.deleteMany({ where: { buildId: build.id, userId: tx.actor.id } });
    if (count > 0) {
      await tx.db.build.update({
        where: { id: build.id },
        data: { likesCount: { decrement: 1 } },
        select: { id: true },
      });
      await record(tx, "build.unliked", { buildId: build.id }, { subjectId: build.id });
    }
    return { liked: false, likeCount: build.likesCount - count };
  });
}

export function commentOnBuild(ctx: Context, { slug, content }: Slug & { content: string }): Promise<BuildComment> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const comment = { id: idFor(tx, "bcm"), content, createdAt: tx.now };
    await tx.db.buildComment.create({
      data: { ...comment, mentions: await findMentions(tx, content), buildId: build.id, authorId: tx.actor.id },
      select: { id: true },
    });
    await tx.db.build.update({
      where: { id: build.id },
      data: { commentsCount: { increment: 1 } },
      select: { id: true },
    });
    const link = `/builds/${slug}#${comment.id}`;
    const notice = { userIds: [build.authorId], preview: content, link, buildId: build.id };
    const data = { buildId: build.id, commentId: comment.id };
    await record(tx, "build.commented", data, { subjectId: comment.id, notices: [notice] });
    return { ...comment, createdAt: tx.now.toISOString(), author: presentPerson(tx.actor) };
  });
}

/** Deletes a comment for a moderator, with the unread notifications of it. Does nothing if it is gone. */
export async function removeBuildComment(tx: Context, id: string): Promise<void> {
  const comment = await tx.db.buildComment.findUnique({ where: { id }, select: { buildId: true } });
  if (!comment) return;
  await tx.db.$executeRaw`SELECT 1 FROM "Build" WHERE id = ${comment.buildId} FOR NO KEY UPDATE`;
  const { count } = await tx.db.buildComment.deleteMany({ where: { id } });
  await tx.db.build.update({
    where: { id: comment.buildId },
    data: { commentsCount: { decrement: count } },
    select: { id: true },
  });
  await retractAboutComment(tx, { commentId: id });
}
