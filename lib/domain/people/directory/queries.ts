import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { type FollowKey, type FollowList, followPage, type OfHandle } from "@/lib/domain/people/graph/queries";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { Joined } from "@/lib/domain/kernel/subject";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { audiblePerson, OPEN_TO_ALL } from "@/lib/domain/kernel/visibility";
import type { ListedPerson } from "./schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

export interface ListedRow extends PersonColumns {
  bio: string;
  following: boolean;
}

export function listedColumns(viewerId: string): Sql {
  return sql`${personColumns("u")}, u.bio, EXISTS (SELECT 1 FROM "Follow" v
      WHERE v."followerId" = ${viewerId} AND v."followeeId" = u.id) AS following`;
}

export function presentListed({ actor }: VisitorContext): (row: ListedRow) => ListedPerson {
  return (row) => ({
    ...presentPersonColumns(row),
    bio: row.bio,
    following: actor?.id === row.personId ? null : row.following,
  });
}

/**
 * Lists an account's followers, the latest first, as the site shows people: with bio and whether the viewer follows
 * them.
 */
export const listFollowersOf = (ctx: VisitorContext, request: OfHandle) => listPeople(ctx, "followers", request);
export const listFollowedBy = (ctx: VisitorContext, request: OfHandle) => listPeople(ctx, "following", request);

function listPeople(ctx: VisitorContext, list: FollowList, request: OfHandle): Promise<Page<ListedPerson>> {
  return followPage<ListedRow & FollowKey, ListedPerson>(ctx, request, {
    list,
    name: ["people", list],
    columns: listedColumns(ctx.actor?.id ?? ""),
    read: (statement) => read<Joined<ListedRow & FollowKey>>(ctx, `people.${list}`)`${statement}`,
    present: presentListed(ctx),
  });
}

/** Lists people to follow: the most followed, among those who posted recently. */
export async function listSuggestions(ctx: VisitorContext, { limit }: { limit: number }): Promise<ListedPerson[]> {
  const viewer = ctx.actor?.id ?? "";
  const rows = await read<ListedRow>(ctx, "people.suggestions")`
    SELECT ${listedColumns(viewer)} FROM (
     SELECT p."authorId", max(p."createdAt") AS latest FROM (
       SELECT p."authorId", p."createdAt" FROM "Post" p WHERE ${OPEN_TO_ALL}
        ORDER BY p."createdAt" DESC, p.id DESC LIMIT 500) p GROUP BY p."authorId") active
     -- OFFSET 0 forces a lookup per author; the planner would rather scan all people.
     CROSS JOIN LATERAL (SELECT * FROM "User" WHERE id = active."authorId" OFFSET 0) u
    WHERE u.id <> ${viewer} AND u."suspendedAt" IS NULL AND ${audiblePerson(viewer, sql`u.id`)}
    AND NOT EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewer} AND f."followeeId" = u.id)
    ORDER BY u."followersCount" DESC, active.latest DESC, u.id LIMIT ${limit}`;
  return rows.map(presentListed(ctx));
}

export async function isFollowing(ctx: VisitorContext, { id }: { id: string }): Promise<boolean> {
  if (!ctx.actor) return false;
  const rows = await read(ctx, "people.isFollowing")`
    SELECT 1 FROM "Follow" WHERE "followerId" = ${ctx.actor.id} AND "followeeId" = ${id}`;
  return rows.length > 0;
}
