import { type Context, write } from "@/lib/domain/context";
import { retractAbout } from "@/lib/domain/notifications/commands";
import { literal } from "@/lib/infra/database/sql";

// Posts are hidden and limited by narrowing their audience, which every read of posts checks already, including those
// of an older release. The author's chosen audience is stored, and the count of public posts is updated. Deleted posts
// are not counted. Posts of a closed account are narrowed as well, because it may be reopened.

/** Hides a post from everybody except its author. */
export async function hidePost(tx: Context, id: string): Promise<void> {
  await write(tx, "moderation.hidePost")`
    WITH before AS (SELECT id, "authorId", audience, "deletedAt" FROM "Post"
           WHERE id = ${id} AND "hiddenAt" IS NULL FOR UPDATE),
         hidden AS (UPDATE "Post" p SET "hiddenAt" = ${tx.now}, "chosenAudience" = COALESCE(p."chosenAudience", p.audience),
                           audience = 'PRIVATE' FROM before b WHERE p.id = b.id RETURNING b."authorId", b.audience, b."deletedAt")
    UPDATE "User" u SET "publicPostsCount" = u."publicPostsCount" - 1 FROM hidden h
     WHERE u.id = h."authorId" AND h.audience = 'PUBLIC' AND h."deletedAt" IS NULL`;
  await retractAbout(tx, { postId: id });
}

/** Shows a hidden post to its chosen audience again, or to followers if the author is limited. */
export async function showPost(tx: Context, id: string): Promise<void> {
  await write(tx, "moderation.showPost")`
    WITH shown AS (UPDATE "Post" p SET "hiddenAt" = NULL,
           audience = CASE WHEN u."limitedAt" IS NOT NULL AND p."chosenAudience" = 'PUBLIC' THEN 'FOLLOWERS'
                           ELSE p."chosenAudience" END,
           "chosenAudience" = CASE WHEN u."limitedAt" IS NOT NULL AND p."chosenAudience" = 'PUBLIC' THEN p."chosenAudience" END
            FROM "User" u WHERE p.id = ${id} AND u.id = p."authorId" AND p."hiddenAt" IS NOT NULL
       RETURNING p."authorId", p.audience, p."deletedAt")
    UPDATE "User" u SET "publicPostsCount" = u."publicPostsCount" + 1 FROM shown s
     WHERE u.id = s."authorId" AND s.audience = 'PUBLIC' AND s."deletedAt" IS NULL`;
}

/** Narrows all public posts of an account to its followers. */
export async function narrowPostsOf(tx: Context, authorId: string): Promise<void> {
  await write(tx, "moderation.narrowPosts")`
    WITH narrowed AS (UPDATE "Post" SET "chosenAudience" = 'PUBLIC', audience = 'FOLLOWERS'
        WHERE "authorId" = ${authorId} AND audience = 'PUBLIC' RETURNING "deletedAt")
    UPDATE "User" SET "publicPostsCount" = "publicPostsCount"
           - (SELECT count(*) FROM narrowed WHERE "deletedAt" IS NULL)::int WHERE id = ${authorId}`;
}

/** Restores the chosen audience of an account's posts that were narrowed and are not hidden. */
export async function widenPostsOf(tx: Context, authorId: string): Promise<void> {
  await write(tx, "moderation.widenPosts")`
    WITH widened AS (UPDATE "Post" SET audience = "chosenAudience", "chosenAudience" = NULL
        WHERE "authorId" = ${authorId} AND "chosenAudience" IS NOT NULL AND "hiddenAt" IS NULL
       RETURNING audience, "deletedAt")
    UPDATE "User" SET "publicPostsCount" = "publicPostsCount"
           + (SELECT count(*) FROM widened WHERE audience = 'PUBLIC' AND "deletedAt" IS NULL)::int WHERE id = ${authorId}`;
}

/** Hides a comment or build from everybody except its author, or shows it again. */
export async function setHidden(
  tx: Context,
  table: "Comment" | "BuildComment" | "Build",
  id: string,
  hidden: boolean,
): Promise<void> {
  const hiddenAt = hidden ? tx.now : null;
  await write(tx, `moderation.hide${table}`)`
    UPDATE ${literal(`"${table}"`)} SET "hiddenAt" = ${hiddenAt} WHERE id = ${id}`;
}
