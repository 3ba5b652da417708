import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, type Page, type PageRequest, paginate, type Position } from "@/lib/domain/page";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { personColumns } from "@/lib/domain/users/present";
import { ownPostColumns, type OwnPostRow, postColumns, type PostRow, presentOwnPost, presentPost } from "./present";
import type { OwnPost, Post } from "./schema";
import { countView } from "./views";
import { OPEN_TO_ALL, PUBLIC_POST, visibleTo } from "@/lib/domain/visibility";

const position = ({ createdAt, id }: OwnPostRow): Position => ({ at: createdAt, id });

/** The caller's posts of every audience, newest first. */
export function listOwnPosts(ctx: Context, request: PageRequest): Promise<Page<OwnPost>> {
  return paginate<OwnPostRow, OwnPost>(request, {
    list: ["posts", ctx.actor.id],
    rows: (after, take) =>
      read(
        ctx,
        "posts.own",
        `SELECT ${ownPostColumns} FROM "Post" p
          WHERE p."authorId" = $1 AND p."deletedAt" IS NULL AND (p."createdAt", p.id) < ($2::timestamptz, $3)
          ORDER BY p."createdAt" DESC, p.id DESC LIMIT $4`,
        [ctx.actor.id, after.at, after.id, take],
      ),
    position,
    present: presentOwnPost,
  });
}

/** Public posts that are free and belong to no community, newest first (4.6). */
export function listFeed(ctx: VisitorContext, request: PageRequest): Promise<Page<Post>> {
  return paginate<PostRow, Post>(request, {
    list: ["feed"],
    rows: (after, take) =>
      read(
        ctx,
        "posts.feed",
        firstRows(
          "$3",
          `SELECT ${postColumns} FROM "Post" p JOIN "User" u ON u.id = p."authorId"
            WHERE ${OPEN_TO_ALL}
              AND (p."createdAt", p.id) < ($1::timestamptz, $2)
            ORDER BY p."createdAt" DESC, p.id DESC`,
        ),
        [after.at, after.id, take],
      ),
    position,
    present: presentPost,
  });
}

/** Somebody's public posts, newest first, by handle in any case. */
export function listPublicPosts(
  ctx: VisitorContext,
  { handle, ...request }: PageRequest & { handle: string },
): Promise<Page<Post>> {
  const name = handle.toLowerCase();
  return paginate<PostRow, Post>(request, {
    list: ["posts of", name],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<PostRow>>(
          ctx,
          "posts.public",
          `SELECT l.*, ${personColumns("u")} FROM "User" u LEFT JOIN LATERAL (
             SELECT ${ownPostColumns} FROM "Post" p
              WHERE p."authorId" = u.id AND ${PUBLIC_POST} AND (p."createdAt", p.id) < ($2::timestamptz, $3)
              ORDER BY p."createdAt" DESC, p.id DESC LIMIT $4) l ON true
            WHERE u.handle = $1
            ORDER BY l."createdAt" DESC, l.id DESC`,
          [name, after.at, after.id, take],
        ),
      ),
    position,
    present: presentPost,
  });
}

/** One post. Who may not see it gets the answer for one that never was (4.2). */
export async function getPost(ctx: VisitorContext, { id }: { id: string }): Promise<Post> {
  const [row] = await read<PostRow>(
    ctx,
    `posts.one.${ctx.door}`,
    `SELECT ${postColumns} FROM "Post" p JOIN "User" u ON u.id = p."authorId" WHERE p.id = $1 AND ${visibleTo(ctx.door, "$2")}`,
    [id, ctx.actor?.id ?? ""],
  );
  if (!row) throw notFound();
  if (row.personId !== ctx.actor?.id) ctx.afterCommit(() => countView(id));
  return presentPost(row);
}
