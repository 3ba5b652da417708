import type { After } from "@/lib/domain/page/keyset";
import { visiblePerson, visibleProfile } from "@/lib/domain/visibility";
import { type Sql, sql } from "@/lib/infra/database/sql";

export type FollowList = "followers" | "following";

/** The two columns of "Follow" for each list: whose list it is, and who is listed. */
const ENDS = {
  followers: { subject: sql`"followeeId"`, listed: sql`"followerId"` },
  following: { subject: sql`"followerId"`, listed: sql`"followeeId"` },
} as const satisfies Record<FollowList, { subject: Sql; listed: Sql }>;

export interface FollowPage {
  /** The handle of the list's owner, in lower case. */
  handle: string;
  viewerId: string;
  /** Columns of a listed person, of "User" as `u`. */
  columns: Sql;
  after: After;
  take: number;
}

/** Selects a page of somebody's list, latest first: `id`, `since` and `columns`, for `underSubject`. */
export function followStatement(list: FollowList, { handle, viewerId, columns, after, take }: FollowPage): Sql {
  const { subject, listed } = ENDS[list];
  return sql`SELECT l.* FROM "User" s LEFT JOIN LATERAL (
     SELECT f.${listed} AS id, f."createdAt" AS since, ${columns}
       FROM "Follow" f JOIN "User" u ON u.id = f.${listed}
      WHERE f.${subject} = s.id AND (f."createdAt", f.${listed}) < (${after.at}::timestamptz, ${after.id})
        AND ${visiblePerson(viewerId, sql`f.${listed}`)}
      ORDER BY f."createdAt" DESC, f.${listed} DESC LIMIT ${take}) l ON true
    WHERE s.handle = ${handle} AND ${visibleProfile(viewerId, "s")}
    ORDER BY l.since DESC, l.id DESC`;
}
