import { type Context, inTransaction } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { lockBuild } from "./locked-build";

interface Slug {
  slug: string;
}

/** Likes a build. Liking it again changes nothing. */
export function likeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const like = { buildId: build.id, userId: tx.actor.id, createdAt: tx.now };
    const { count } = await tx.db.buildLike.createMany({ data: like, skipDuplicates: true });
    if (count > 0) {
      await tx.db.build.update({
        where: { id: build.id },
        data: { likesCount: { increment: 1 } },
        select: { id: true },
      });
      const notice = { userIds: [build.authorId], preview: build.title, link: `/builds/${slug}`, buildId: build.id };
      await record(tx, "build.liked", { buildId: build.id }, { subjectId: build.id, notices: [notice] });
    }
    return { liked: true, likeCount: build.likesCount + count };
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
