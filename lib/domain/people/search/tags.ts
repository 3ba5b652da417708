import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { fold } from "@/lib/domain/kernel/text/folding";
import { audiblePerson } from "@/lib/domain/kernel/visibility";
import { listTrending } from "@/lib/domain/writing/tags/queries";
import type { ListedTag } from "@/lib/domain/writing/tags/schema";
import { literal, sql } from "@/lib/infra/database/sql";
import { withSearchPermit } from "./permits";
import { CANDIDATES } from "./rules";

/**
 * Finds tags that begin with these letters: those that the caller follows first, then those that most people use. More
 * begin with one letter than are looked at, but the most used are always among them. A tag of posts alone that the
 * caller may not see is not found. Call it with a permit.
 */
export async function searchTags(
  ctx: VisitorContext,
  { q, limit }: { q: string; limit: number },
): Promise<ListedTag[]> {
  const begun = fold(q);
  if (!/^[\p{L}\p{M}\p{N}_]{1,50}$/u.test(begun)) return [];
  const viewerId = ctx.actor?.id ?? "";
  // Tags are compared by their bytes, and no character comes after the last one.
  const begins = (tag: "t.tag" | "f.tag") =>
    sql`${literal(tag)} >= ${begun} AND ${literal(tag)} < ${begun} || chr(1114111)`;
  return read<ListedTag>(ctx, "search.tags")`
      WITH followed AS MATERIALIZED (
        SELECT f.tag FROM "TagFollow" f WHERE f."userId" = ${viewerId} AND ${begins("f.tag")}),
      popular AS (
        SELECT tag, "hiddenAt" FROM "Tag" WHERE people > 0 ORDER BY people DESC, tag LIMIT ${literal(CANDIDATES)}),
      found AS (
        (SELECT tag, "hiddenAt" FROM "Tag" t WHERE ${begins("t.tag")} ORDER BY tag LIMIT ${literal(CANDIDATES)})
        UNION SELECT tag, "hiddenAt" FROM popular t WHERE ${begins("t.tag")}),
      candidate AS (
        SELECT tag, true AS following FROM followed
        UNION ALL SELECT tag, false FROM found WHERE "hiddenAt" IS NULL AND tag NOT IN (TABLE followed))
      SELECT best.tag, named.name, best.following
        FROM (SELECT candidate.*, coalesce(t.people, 0) AS people FROM candidate LEFT JOIN "Tag" t USING (tag)
               ORDER BY following DESC, tag = ${begun} DESC, people DESC, tag OFFSET 0) best,
             LATERAL (SELECT t.name FROM "PostTag" t
                       WHERE t.tag = best.tag AND ${audiblePerson(viewerId, sql`t."authorId"`)}
                       ORDER BY t.tag, t."createdAt", t."postId" LIMIT 1) named
       LIMIT ${limit}`;
}

/** Returns the tags that begin with `q`, with or without the sign. */
export async function findTags(
  ctx: VisitorContext,
  { q, limit }: { q: string; limit: number },
): Promise<{ data: ListedTag[] }> {
  const begun = q.isWellFormed() ? q.trim().replace(/^[#＃]/u, "") : "";
  if (begun === "") return { data: [] };
  return { data: await withSearchPermit(() => searchTags(ctx, { q: begun, limit })) };
}

/** Finds tags like `findTags`; without `q`, lists what is trending. */
export async function listTags(
  ctx: VisitorContext,
  { q = "", limit }: { q?: string; limit: number },
): Promise<{ data: ListedTag[] }> {
  return q === "" ? { data: await listTrending(ctx, { limit }) } : findTags(ctx, { q, limit });
}
