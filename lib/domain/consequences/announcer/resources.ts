import { type Context, read } from "@/lib/domain/kernel/context";
import { commentColumns, type CommentRow, presentComment } from "@/lib/domain/writing/comments/present";
import { type PostColumns, postColumns, presentPost } from "@/lib/domain/writing/posts/present";
import { withPreviews } from "@/lib/domain/writing/previews/queries";
import { profileColumns, type ProfileColumns, presentProfileColumns } from "@/lib/domain/accounts/users/present";
import { shownComment, visiblePerson, visibleTo } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";

type Kind = "post" | "comment" | "profile";

/** The resource that an event is about; null if its data is complete. */
function subjectOf(name: string, data: object): { kind: Kind; id: string } | null {
  if (name.endsWith(".undone")) return null;
  const { postId, quoteId, commentId, userId } = data as Record<string, string | null | undefined>;
  if (commentId) return { kind: "comment", id: commentId };
  if (quoteId) return { kind: "post", id: quoteId };
  if (postId) return { kind: "post", id: postId };
  return name === "incoming.follow" && userId ? { kind: "profile", id: userId } : null;
}

type Resources = ReadonlyMap<string, object>;

/** Reads resources by id, as the API shows them to an account now in the transaction, without those it may not see. */
export async function readResources(
  tx: Context,
  accountId: string,
  events: readonly { name: string; data: object }[],
): Promise<Resources> {
  const subjects = events.flatMap(({ name, data }) => subjectOf(name, data) ?? []);
  const idsOf = (wanted: Kind) => [...new Set(subjects.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))];
  const found = await Promise.all([
    readPosts(tx, accountId, idsOf("post")),
    readComments(tx, accountId, idsOf("comment")),
    readProfiles(tx, accountId, idsOf("profile")),
  ]);
  return new Map(found.flat());
}

export function resourceOf(resources: Resources, name: string, data: object): object | null {
  return resources.get(subjectOf(name, data)?.id ?? "") ?? null;
}

async function readPosts(tx: Context, accountId: string, ids: string[]): Promise<[string, object][]> {
  if (ids.length === 0) return [];
  const rows = await read<PostColumns>(tx, "announcer.posts")`
    SELECT ${postColumns("api", accountId)} FROM "Post" p JOIN "User" u ON u.id = p."authorId"
    WHERE p.id = ANY (${ids}::text[]) AND ${visibleTo("api", accountId)}`;
  const posts = await withPreviews(tx, rows, { channel: "api", id: accountId });
  return posts.map((row) => [row.id, presentPost(row)]);
}

async function readComments(tx: Context, accountId: string, ids: string[]): Promise<[string, object][]> {
  if (ids.length === 0) return [];
  const rows = await read<CommentRow>(tx, "announcer.comments")`
    SELECT ${commentColumns} FROM "Comment" c JOIN "Post" p ON p.id = c."postId" JOIN "User" u ON u.id = c."authorId"
    WHERE c.id = ANY (${ids}::text[]) AND c."deletedAt" IS NULL AND ${shownComment(accountId)}
      AND ${visibleTo("api", accountId)}`;
  return rows.map((row) => [row.id, presentComment(row)]);
}

async function readProfiles(tx: Context, accountId: string, ids: string[]): Promise<[string, object][]> {
  if (ids.length === 0) return [];
  const rows = await read<ProfileColumns>(tx, "announcer.profiles")`
    SELECT ${profileColumns("u")} FROM "User" u
    WHERE u.id = ANY (${ids}::text[]) AND ${visiblePerson(accountId, sql`u.id`)}`;
  return rows.map((row) => [row.personId, presentProfileColumns(row)]);
}
