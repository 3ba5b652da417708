import { type Context, idFor } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";

/** Creates posts with equal times, so that only their ids distinguish them. */
export async function manyPosts(author: Context, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: idFor(author, "post"),
    authorId: author.actor.id,
    content: `Post ${n}`,
    createdAt: author.now,
  }));
  await database().prisma.post.createMany({ data: rows });
}
