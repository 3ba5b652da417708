import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { visibleTo } from "@/lib/domain/visibility";
import type { Audience } from "@/lib/infra/prisma/enums";

export interface LockedPost {
  id: string;
  authorId: string;
  content: string;
  audience: Audience;
  likesCount: number;
  repostsCount: number;
}

/**
 * The post that an act is about, kept as it is until the transaction ends: nobody deletes or counts it meanwhile. What the
 * actor may not see is not found.
 */
export async function lockPost(tx: Context, id: string): Promise<LockedPost> {
  const [post] = await read<LockedPost>(
    tx,
    `engagement.post.${tx.door}`,
    `SELECT p.id, p."authorId", p.content, p.audience, p."likesCount", p."repostsCount"
       FROM "Post" p WHERE p.id = $1 AND ${visibleTo(tx.door, "$2")} FOR NO KEY UPDATE`,
    [id, tx.actor.id],
  );
  if (!post) throw notFound();
  return post;
}
