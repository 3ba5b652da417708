import { read, type VisitorContext } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { OPEN_TO_ALL } from "@/lib/domain/visibility";
import type { ListedPerson } from "./schema";

export interface ListedRow extends PersonColumns {
  bio: string;
  following: boolean;
}

/** The columns of somebody in a list, for a statement that joins "User" as `u`; `viewer` is the parameter that holds the reader's id. */
export function listedColumns(viewer: `$${number}`): string {
  return `${personColumns("u")}, u.bio, EXISTS (SELECT 1 FROM "Follow" v WHERE v."followerId" = ${viewer} AND v."followeeId" = u.id) AS following`;
}

export function presentListed({ actor }: VisitorContext): (row: ListedRow) => ListedPerson {
  return (row) => ({
    ...presentPersonColumns(row),
    bio: row.bio,
    following: actor?.id === row.personId ? null : row.following,
  });
}

type OfHandle = PageRequest & { handle: string };

/** Who follows somebody, the latest first. */
export function listFollowersOf(ctx: VisitorContext, request: OfHandle): Promise<Page<ListedPerson>> {
  return listPeople(ctx, "followers", request);
}

/** Whom somebody follows, the latest first. */
export function listFollowedBy(ctx: VisitorContext, request: OfHandle): Promise<Page<ListedPerson>> {
  return listPeople(ctx, "following", request);
}

/** People whom the reader might like to follow: those whom most others do, and who have posted lately. */
export async function listSuggestions(ctx: VisitorContext, { limit }: { limit: number }): Promise<ListedPerson[]> {
  const rows = await read<ListedRow>(
    ctx,
    "people.suggestions",
    `SELECT ${listedColumns("$1")} FROM (
       SELECT p."authorId", max(p."createdAt") AS latest FROM (
         SELECT p."authorId", p."createdAt" FROM "Post" p WHERE ${OPEN_TO_ALL}
          ORDER BY p."createdAt" DESC, p.id DESC LIMIT 500) p GROUP BY p."authorId") active
       -- One by one: left to itself, the planner would rather read everybody there is.
       CROSS JOIN LATERAL (SELECT * FROM "User" WHERE id = active."authorId" OFFSET 0) u
      WHERE u.id <> $1 AND u."suspendedAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = $1 AND f."followeeId" = u.id)
      ORDER BY u."followersCount" DESC, active.latest DESC, u.id LIMIT $2`,
    [ctx.actor?.id ?? "", limit],
  );
  return rows.map(presentListed(ctx));
}

/** Whether the reader follows somebody. */
export async function isFollowing(ctx: VisitorContext, { id }: { id: string }): Promise<boolean> {
  if (!ctx.actor) return false;
  const rows = await read(
    ctx,
    "people.isFollowing",
    `SELECT 1 FROM "Follow" WHERE "followerId" = $1 AND "followeeId" = $2`,
    [ctx.actor.id, id],
  );
  return rows.length > 0;
}

/** The two ends of a "Follow": whose list it is, and who stands in it. */
const ENDS = {
  followers: { subject: `"followeeId"`, listed: `"followerId"` },
  following: { subject: `"followerId"`, listed: `"followeeId"` },
} as const;

type FollowRow = ListedRow & { id: string; since: Date };

function listPeople(
  ctx: VisitorContext,
  list: keyof typeof ENDS,
  { handle, ...request }: OfHandle,
): Promise<Page<ListedPerson>> {
  const { subject, listed } = ENDS[list];
  return paginate<FollowRow, ListedPerson>(request, {
    list: ["people", list, handle.toLowerCase()],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<FollowRow>>(
          ctx,
          `people.${list}`,
          `SELECT l.* FROM "User" s LEFT JOIN LATERAL (
             SELECT f.${listed} AS id, f."createdAt" AS since, ${listedColumns("$5")}
               FROM "Follow" f JOIN "User" u ON u.id = f.${listed}
              WHERE f.${subject} = s.id AND (f."createdAt", f.${listed}) < ($2::timestamptz, $3)
              ORDER BY f."createdAt" DESC, f.${listed} DESC LIMIT $4) l ON true
            WHERE s.handle = $1
            ORDER BY l.since DESC, l.id DESC`,
          [handle.toLowerCase(), after.at, after.id, take, ctx.actor?.id ?? ""],
        ),
      ),
    position: ({ since, id }) => ({ at: since, id }),
    present: presentListed(ctx),
  });
}
