import { type Context, read } from "@/lib/domain/kernel/context";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { foldForms } from "@/lib/domain/kernel/text/folding";
import { literal, none, sql } from "@/lib/infra/database/sql";
import { withSearchPermit } from "./permits";
import { CANDIDATES, escapeLike, longestRun, PEOPLE_SUGGESTED } from "./rules";
import type { Suggestions } from "./schema";

/**
 * Suggests what an unfinished `@…` may become: people whose handle, or a word of whose name, begins with it. People
 * whom the actor follows come first; for a single letter they are the only ones, because most people would match it.
 */
export async function suggest(ctx: Context, { text }: { text: string }): Promise<Suggestions> {
  return { people: text.startsWith("@") ? await suggestPeople(ctx, foldForms(text.slice(1)).toLowerCase()) : [] };
}

async function suggestPeople(ctx: Context, begun: string): Promise<Person[]> {
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(begun)) return [];
  const viewer = ctx.actor.id;
  const letters = escapeLike(begun);
  const named = sql`lower(u.handle || ' ' || u.name)`;
  const begins = sql`(${named} LIKE ${letters} || '%' OR ${named} LIKE '% ' || ${letters} || '%')`;
  const anybody = longestRun(begun) < 2 ? "followed" : "all";
  const others = sql`UNION ALL
      (SELECT u.id, false AS followed FROM "User" u WHERE ${begins} AND u."suspendedAt" IS NULL
         AND u."limitedAt" IS NULL AND u.role <> 'SYSTEM' LIMIT ${literal(CANDIDATES)})`;
  const rows = await withSearchPermit(
    () => read<PersonColumns>(ctx, `search.suggest.${anybody}`)`
      WITH candidate AS (
        (SELECT u.id, true AS followed FROM "Follow" f JOIN "User" u ON u.id = f."followeeId"
          WHERE f."followerId" = ${viewer} AND ${begins})
        ${anybody === "all" ? others : none}),
      best AS (SELECT id, bool_or(followed) AS followed FROM candidate GROUP BY id)
      SELECT ${personColumns("u")} FROM best JOIN "User" u USING (id)
       WHERE u."closedAt" IS NULL AND u."suspendedAt" IS NULL AND ${visiblePerson(viewer, sql`u.id`)}
       ORDER BY best.followed DESC, u.handle LIKE ${letters} || '%' DESC, u."followersCount" DESC, u.id
       LIMIT ${literal(PEOPLE_SUGGESTED)}`,
  );
  return rows.map((row) => presentPersonColumns(row));
}
