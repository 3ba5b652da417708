import { type VisitorContext, write } from "@/lib/domain/kernel/context";
import { TRENDING } from "./rules";

/**
 * Counts the people who have used each tag within a day, which suggestions and trends are ordered by. People who are
 * suspended make nothing popular. Several processes may count at once.
 */
export async function countTagPeople(ctx: VisitorContext): Promise<void> {
  const since = new Date(ctx.now.getTime() - TRENDING.withinMs);
  await write(ctx, "tags.countPeople")`
    WITH used AS MATERIALIZED (
      SELECT t.tag, count(DISTINCT t."authorId")::int AS people
        FROM "PostTag" t JOIN "User" u ON u.id = t."authorId" AND u."suspendedAt" IS NULL
       WHERE t."createdAt" > ${since} GROUP BY t.tag),
    counted AS (
      SELECT tag, people FROM used
      UNION ALL SELECT tag, 0 FROM "Tag" WHERE people > 0 AND tag NOT IN (SELECT tag FROM used)),
    changed AS (
      SELECT t.tag, counted.people FROM "Tag" t JOIN counted USING (tag) WHERE t.people <> counted.people
       ORDER BY t.tag FOR NO KEY UPDATE OF t SKIP LOCKED)
    UPDATE "Tag" t SET people = changed.people FROM changed WHERE t.tag = changed.tag`;
}
