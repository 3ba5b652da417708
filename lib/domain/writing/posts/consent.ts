import { type Sql, sql } from "@/lib/infra/database/sql";

/** Returns the condition under which the author `u` of a post lets somebody quote it. */
export function allowsQuotes(viewerId: string): Sql {
  return sql`(u.quotes = 'everyone' OR u.id = ${viewerId} OR (u.quotes = 'followed'
    AND EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = u.id AND f."followeeId" = ${viewerId})))`;
}
