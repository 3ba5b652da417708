import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockActor } from "@/lib/domain/kernel/locks";
import { literal } from "@/lib/infra/database/sql";
import { requireTag } from "./queries";
import { MAX_FOLLOWED_TAGS } from "./rules";
import type { TagFollowState } from "./schema";

interface Named {
  tag: string;
}

/**
 * Follows a tag: public posts with it join the actor's home feed. Following again changes nothing.
 * @throws DomainError `not_found` if it is no tag, `conflict` beyond `MAX_FOLLOWED_TAGS`
 */
export function followTag(ctx: Context, named: Named): Promise<TagFollowState> {
  return inTransaction(ctx, async (tx) => {
    const tag = requireTag(named);
    await lockActor(tx);
    const inserted = await write(tx, "tags.follow")`
      INSERT INTO "TagFollow" ("userId", tag, "createdAt") VALUES (${tx.actor.id}, ${tag}, ${tx.now})
      ON CONFLICT DO NOTHING`;
    if (inserted === 0) return { following: true };
    const beyond = await read(tx, "tags.beyond")`
      SELECT tag FROM "TagFollow" WHERE "userId" = ${tx.actor.id} OFFSET ${literal(MAX_FOLLOWED_TAGS)} LIMIT 1`;
    if (beyond.length > 0) throw conflict(`Nobody can follow more than ${MAX_FOLLOWED_TAGS} tags. Unfollow one first.`);
    await record(tx, "tag.followed", { tag }, { subjectId: tag });
    return { following: true };
  });
}

/** Unfollows all tags, for an account that ends for good. Closing and reopening one keeps them. */
export async function deleteOwnTagFollows(tx: Context): Promise<void> {
  await write(tx, "tags.unfollowAll")`DELETE FROM "TagFollow" WHERE "userId" = ${tx.actor.id}`;
}

export function unfollowTag(ctx: Context, named: Named): Promise<TagFollowState> {
  return inTransaction(ctx, async (tx) => {
    const tag = requireTag(named);
    const deleted = await write(tx, "tags.unfollow")`
      DELETE FROM "TagFollow" WHERE "userId" = ${tx.actor.id} AND tag = ${tag}`;
    if (deleted > 0) await record(tx, "tag.unfollowed", { tag }, { subjectId: tag });
    return { following: false };
  });
}
