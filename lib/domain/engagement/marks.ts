import type { Context } from "@/lib/domain/context";

/** What somebody can put on a post once: the table of its rows, and the post's count of them. */
const MARKS = {
  like: { table: `"Like"`, counter: `"likesCount"` },
  repost: { table: `"Repost"`, counter: `"repostsCount"` },
  bookmark: { table: `"Bookmark"`, counter: null },
} as const;

type Mark = keyof typeof MARKS;

/** Puts the actor's mark on a locked post and counts it; false when it was there already. */
export async function mark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const insert = `INSERT INTO ${MARKS[kind].table} ("userId", "postId", "createdAt") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
  return change(tx, kind, { write: insert, step: "+ 1" }, [tx.actor.id, postId, tx.now]);
}

/** Takes the actor's mark off a locked post; false when there was none. */
export async function unmark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const remove = `DELETE FROM ${MARKS[kind].table} WHERE "userId" = $1 AND "postId" = $2`;
  return change(tx, kind, { write: remove, step: "- 1" }, [tx.actor.id, postId]);
}

/** Row and count in one statement: they cannot come apart. */
async function change(
  tx: Context,
  kind: Mark,
  { write, step }: { write: string; step: string },
  values: unknown[],
): Promise<boolean> {
  const { counter } = MARKS[kind];
  const statement = counter
    ? `WITH changed AS (${write} RETURNING 1) UPDATE "Post" SET ${counter} = ${counter} ${step} WHERE id = $2 AND EXISTS (SELECT FROM changed)`
    : write;
  return (await tx.db.$executeRawUnsafe(statement, ...values)) === 1;
}
