import { type Context, write } from "@/lib/domain/context";
import { sql } from "@/lib/infra/database/sql";

/** The marks that a person can set on a post, each once, and the tables of their rows. */
const MARKS = { like: sql`"Like"`, repost: sql`"Repost"`, bookmark: sql`"Bookmark"` };

type Mark = keyof typeof MARKS;

/** Sets the actor's mark on a post; false if it was set already or there is no such post. */
export async function mark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const insert = sql`
    INSERT INTO ${MARKS[kind]} ("userId", "postId", "createdAt")
    SELECT ${tx.actor.id}, id, ${tx.now} FROM "Post" WHERE id = ${postId} ON CONFLICT DO NOTHING`;
  return (await write(tx, `engagement.mark.${kind}`)`${insert}`) === 1;
}

/** Removes the actor's mark from a post; false if there was none. */
export async function unmark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const remove = sql`DELETE FROM ${MARKS[kind]} WHERE "userId" = ${tx.actor.id} AND "postId" = ${postId}`;
  return (await write(tx, `engagement.unmark.${kind}`)`${remove}`) === 1;
}
