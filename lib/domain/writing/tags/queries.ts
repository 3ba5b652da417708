import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { newestFirst, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { audiblePerson } from "@/lib/domain/kernel/visibility";
import { screened, wordScreen, wordsVersionColumn } from "@/lib/domain/people/screening/screen";
import { presentPost, presentTimelinePost, type TimelineRow } from "@/lib/domain/writing/posts/present";
import { readTimeline } from "@/lib/domain/writing/posts/queries";
import type { Post, TimelinePost } from "@/lib/domain/writing/posts/schema";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { COUNTED_MS, MAX_COUNTED, MAX_TRENDING, TRENDING, typedTag } from "./rules";
import type { ListedTag, Tag } from "./schema";

interface Named {
  /** In any spelling. */
  tag: string;
}

/** Returns a tag, folded, from any spelling. @throws DomainError `not_found` if it is none */
export function requireTag({ tag: typed }: Named): string {
  const tag = typedTag(typed);
  if (tag === undefined) throw notFound();
  return tag;
}

/**
 * Returns how a tag is written in the first post with it that the viewer may see; null if there is none. Whoever wrote
 * it first may have deleted the post or blocked the viewer, and must not be told by capitals.
 */
const nameOf = (tag: Sql, viewerId: string) => sql`(SELECT t.name FROM "PostTag" t
    WHERE t.tag = ${tag} AND ${audiblePerson(viewerId, sql`t."authorId"`)}
    ORDER BY t.tag, t."createdAt", t."postId" LIMIT 1)`;

const isFollowed = (tag: Sql, viewerId: string) =>
  sql`EXISTS (SELECT FROM "TagFollow" f WHERE f."userId" = ${viewerId} AND f.tag = ${tag})`;

/**
 * Returns a tag and how much it is used, by people whom the caller hears. What nobody has used yet is a tag as well,
 * so that an answer does not tell whether somebody whom one may not see has used it.
 * @throws DomainError `not_found` for what is no tag
 */
export async function getTag(ctx: VisitorContext, named: Named): Promise<Tag> {
  const tag = requireTag(named);
  const viewerId = ctx.actor?.id ?? "";
  const since = new Date(ctx.now.getTime() - COUNTED_MS);
  const [row] = await read<Omit<Tag, "tag">>(ctx, "tags.one")`
    WITH used AS MATERIALIZED (
      SELECT t."authorId" FROM "PostTag" t
       WHERE (t.tag, t."createdAt") >= (${tag}, ${since}) AND t.tag <= ${tag}
         AND ${audiblePerson(viewerId, sql`t."authorId"`)}
       ORDER BY t.tag DESC, t."createdAt" DESC, t."postId" DESC LIMIT ${literal(MAX_COUNTED)})
    SELECT coalesce(${nameOf(sql`${tag}`, viewerId)}, ${tag}) AS name, (SELECT count(*)::int FROM used) AS posts,
           (SELECT count(DISTINCT "authorId")::int FROM used) AS people, ${isFollowed(sql`${tag}`, viewerId)} AS following`;
  return { tag, ...row! };
}

/** Lists the public posts with a tag, newest first. @throws DomainError `not_found` for what is no tag */
export const listTagPosts = (ctx: VisitorContext, request: PageRequest & Named): Promise<Page<Post>> =>
  tagged(ctx, request, presentPost);

/** Lists the same posts as a timeline shows them. */
export const listTagTimeline = (ctx: VisitorContext, request: PageRequest & Named): Promise<Page<TimelinePost>> =>
  tagged(ctx, request, presentTimelinePost);

async function tagged<T>(
  ctx: VisitorContext,
  { tag: typed, ...request }: PageRequest & Named,
  present: (row: TimelineRow) => T,
): Promise<Page<T>> {
  const tag = requireTag({ tag: typed });
  const viewerId = ctx.actor?.id ?? "";
  return paginate<TimelineRow, T>(request, {
    list: ["tag", tag],
    screen: wordScreen(ctx),
    rows: (after, take) => {
      const order = newestFirst({ at: sql`t."createdAt"`, id: sql`t."postId"` }, after, [
        { column: sql`t.tag`, value: sql`${tag}` },
      ]);
      const shown = sql`SELECT t."postId", t."createdAt" AS at, t."postId" AS key, NULL AS "reposterId" FROM "PostTag" t
        WHERE ${audiblePerson(viewerId, sql`t."authorId"`)} AND ${order} LIMIT ${take}`;
      return readTimeline(ctx, `tags.posts.${ctx.channel}`, shown);
    },
    position: ({ shownAt, key }) => ({ at: shownAt, id: key }),
    present,
  });
}

type FollowedRow = Omit<ListedTag, "following"> & { createdAt: Date };

/** Lists the tags that the caller follows, the latest first. */
export function listFollowedTags(ctx: Context, request: PageRequest): Promise<Page<ListedTag>> {
  return paginate<FollowedRow, ListedTag>(request, {
    list: ["followed tags", ctx.actor.id],
    rows: (after, take) =>
      read<FollowedRow>(ctx, "tags.followed")`
        SELECT f.tag, coalesce(${nameOf(sql`f.tag`, ctx.actor.id)}, f.tag) AS name, f."createdAt" FROM "TagFollow" f
         WHERE f."userId" = ${ctx.actor.id} AND (f."createdAt", f.tag) < (${after.at}::timestamptz, ${after.id})
         ORDER BY f."createdAt" DESC, f.tag DESC LIMIT ${take}`,
    position: ({ createdAt, tag }) => ({ at: createdAt, id: tag }),
    present: ({ tag, name }) => ({ tag, name, following: true }),
  });
}

/**
 * Lists what is trending: tags that five people have used within a day, those of the most people first. Moderators can
 * keep one out.
 */
export async function listTrending(ctx: VisitorContext, { limit }: { limit: number }): Promise<ListedTag[]> {
  const viewerId = ctx.actor?.id ?? "";
  const rows = await read<ListedTag & { wordsVersion: number }>(ctx, "tags.trending")`
    SELECT trending.tag, named.name, ${isFollowed(sql`trending.tag`, viewerId)} AS following,
           ${wordsVersionColumn(viewerId)}
      FROM (SELECT t.tag, t.people FROM "Tag" t WHERE t.people >= ${literal(TRENDING.people)} AND t."hiddenAt" IS NULL
             ORDER BY t.people DESC, t.tag LIMIT ${literal(MAX_TRENDING)}) trending,
           LATERAL (SELECT ${nameOf(sql`trending.tag`, viewerId)} AS name) named
     WHERE named.name IS NOT NULL ORDER BY trending.people DESC, trending.tag LIMIT ${limit}`;
  const heard = await screened(
    ctx,
    rows.map((row) => ({ ...row, content: `#${row.name}`, personId: "" })),
  );
  return heard.map(({ tag, name, following }) => ({ tag, name, following }));
}
