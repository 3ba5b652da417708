import { type Context, read } from "@/lib/domain/kernel/context";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { foldForms } from "@/lib/domain/kernel/text/folding";
import { literal, none, sql } from "@/lib/infra/database/sql";
import { withSuggestionPermit } from "./permits";
import { CANDIDATES, escapeLike, longestRun, PEOPLE_SUGGESTED, TAGS_SUGGESTED } from "./rules";
import type { Suggestions } from "./schema";
import { searchTags } from "./tags";

/**
 * Suggests what an unfinished `@…` or `#…` may become: people whose handle, or a word of whose name, begins with it, or
 * tags that do; without a sign, as in a search, both. People whom the actor follows come first; for a single letter
 * they are the only ones, because most people would match it.
 */
export async function suggest(ctx: Context, { text }: { text: string }): Promise<Suggestions> {
  const [, sign, begun = ""] = /^([@#＃]?)(.*)$/su.exec(text) ?? [];
  const [people, tags] = await Promise.all([
    sign === "" || sign === "@" ? suggestPeople(ctx, foldForms(begun).toLowerCase()) : [],
    sign === "@" ? [] : withSuggestionPermit(() => searchTags(ctx, { q: begun, limit: TAGS_SUGGESTED })),
  ]);
  return { people, tags };
}

async function suggestPeople(ctx: Context, begun: string): Promise<Person[]> {
  // A name may have several words, which no mention has.
  if (!/^[\p{L}\p{M}\p{N}_]+( [\p{L}\p{M}\p{N}_]+)*$/u.test(begun)) return [];
  const viewer = ctx.actor.id;
  const letters = escapeLike(begun);
  const named = sql`lower(u.handle || ' ' || u.name)`;
  const begins = sql`(${named} LIKE ${letters} || '%' OR ${named} LIKE '% ' || ${letters} || '%')`;
  const columns = sql`u.id, u.handle, u."followersCount"`;
  const order = sql`followed DESC, handle LIKE ${letters} || '%' DESC, "followersCount" DESC, id`;
  const scope = longestRun(begun) < 2 ? "followed" : "all";
  const others = sql`UNION ALL
      (SELECT ${columns}, false FROM "User" u WHERE ${begins} AND u."suspendedAt" IS NULL AND u."limitedAt" IS NULL
         AND u."closedAt" IS NULL AND u.role <> 'SYSTEM' LIMIT ${literal(CANDIDATES)})`;
  const rows = await withSuggestionPermit(
    () => read<PersonColumns>(ctx, `search.suggest.${scope}`)`
      WITH candidate AS (
        -- OFFSET 0 forces a lookup of each; the planner would rather search everybody.
        (SELECT ${columns}, true AS followed FROM "Follow" f
          CROSS JOIN LATERAL (SELECT * FROM "User" WHERE id = f."followeeId" OFFSET 0) u
          WHERE f."followerId" = ${viewer} AND ${begins} AND u."suspendedAt" IS NULL AND u."closedAt" IS NULL)
        ${scope === "all" ? others : none}),
      best AS (
        SELECT id, handle, "followersCount", bool_or(followed) AS followed FROM candidate
         WHERE ${visiblePerson(viewer, sql`candidate.id`)}
         GROUP BY id, handle, "followersCount" ORDER BY ${order} LIMIT ${literal(PEOPLE_SUGGESTED)})
      SELECT ${personColumns("u")} FROM best JOIN "User" u USING (id)
       ORDER BY best.followed DESC, u.handle LIKE ${letters} || '%' DESC, u."followersCount" DESC, u.id`,
  );
  return rows.map((row) => presentPersonColumns(row));
}
