import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { PinState } from "./schema";

/**
 * Pins a post of the caller's to their profile, instead of another.
 * @throws DomainError `not_found` for other people's posts
 */
export function pinPost(ctx: Context, { id }: { id: string }): Promise<PinState> {
  return inTransaction(ctx, async (tx) => {
    const [, , pinned] = await Promise.all([
      lockAccount(tx, tx.actor.id),
      write(tx, "posts.unpinOther")`
        UPDATE "Post" SET "pinnedAt" = NULL
         WHERE "authorId" = ${tx.actor.id} AND "pinnedAt" IS NOT NULL AND id <> ${id}`,
      read(tx, "posts.pin")`
        UPDATE "Post" SET "pinnedAt" = COALESCE("pinnedAt", ${tx.now})
         WHERE id = ${id} AND "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL RETURNING id`,
    ]);
    if (pinned.length === 0) throw notFound();
    return { pinned: true };
  });
}

/** Unpins a post of the caller's, if it is pinned. @throws DomainError `not_found` for other people's posts */
export async function unpinPost(ctx: Context, { id }: { id: string }): Promise<PinState> {
  const unpinned = await write(ctx, "posts.unpin")`
    UPDATE "Post" SET "pinnedAt" = NULL WHERE id = ${id} AND "authorId" = ${ctx.actor.id} AND "deletedAt" IS NULL`;
  if (unpinned === 0) throw notFound();
  return { pinned: false };
}
