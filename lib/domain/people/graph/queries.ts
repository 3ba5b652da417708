import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { visiblePerson, visibleProfile } from "@/lib/domain/kernel/visibility";
import { type Sql, sql } from "@/lib/infra/database/sql";

export type OfHandle = PageRequest & { handle: string };

/** Lists somebody's followers, latest first, in the short form of the API. */
export const listFollowers = (ctx: VisitorContext, request: OfHandle) => listPeople(ctx, "followers", request);
export const listFollowing = (ctx: VisitorContext, request: OfHandle) => listPeople(ctx, "following", request);
export const listOwnFollowers = (ctx: Context, request: PageRequest) =>
  listFollowers(ctx, { ...request, handle: ctx.actor.handle });
export const listOwnFollowing = (ctx: Context, request: PageRequest) =>
  listFollowing(ctx, { ...request, handle: ctx.actor.handle });

function listPeople(ctx: VisitorContext, list: FollowList, request: OfHandle): Promise<Page<Person>> {
  return followPage<PersonColumns & FollowKey, Person>(ctx, request, {
    list,
    name: [list],
    columns: personColumns("u"),
    read: (statement) => read<Joined<PersonColumns & FollowKey>>(ctx, `graph.${list}`)`${statement}`,
    present: presentPersonColumns,
  });
}

/** The two columns of "Follow" for each list: whose list it is, and who is listed. */
const ENDS = {
  followers: { subject: sql`"followeeId"`, listed: sql`"followerId"` },
  following: { subject: sql`"followerId"`, listed: sql`"followeeId"` },
};
export type FollowList = keyof typeof ENDS;
export type FollowKey = { id: string; since: Date };

interface FollowPage<Row, T> {
  list: FollowList;
  /** What its cursors are bound to, besides whose list it is. */
  name: string[];
  columns: Sql;
  /** The statement selects `id`, `since` and `columns`. */
  read(statement: Sql): Promise<Joined<Row>[]>;
  present(row: Row): T;
}

/** Lists an account's followers, or whom it follows, the latest first. */
export function followPage<Row extends FollowKey, T>(
  ctx: VisitorContext,
  { handle, ...request }: OfHandle,
  { list, name, columns, read: run, present }: FollowPage<Row, T>,
): Promise<Page<T>> {
  const owner = handle.toLowerCase();
  const viewerId = ctx.actor?.id ?? "";
  const { subject, listed } = ENDS[list];
  return paginate<Row, T>(request, {
    list: [...name, owner],
    rows: async (after, take) =>
      underSubject(
        await run(sql`SELECT l.* FROM "User" s LEFT JOIN LATERAL (
     SELECT f.${listed} AS id, f."createdAt" AS since, ${columns}
       FROM "Follow" f JOIN "User" u ON u.id = f.${listed}
      WHERE f.${subject} = s.id AND (f."createdAt", f.${listed}) < (${after.at}::timestamptz, ${after.id})
        AND ${visiblePerson(viewerId, sql`f.${listed}`)}
      ORDER BY f."createdAt" DESC, f.${listed} DESC LIMIT ${take}) l ON true
    WHERE s.handle = ${owner} AND ${visibleProfile(viewerId, "s")}
    ORDER BY l.since DESC, l.id DESC`),
      ),
    position: ({ since, id }) => ({ at: since, id }),
    present,
  });
}
