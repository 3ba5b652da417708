import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const BUILD_INVARIANTS: readonly Invariant[] = [
  storedCount("Build", "likesCount", sql`SELECT "buildId" AS id, count(*) FROM "BuildLike" GROUP BY 1`),
  storedCount("Build", "commentsCount", sql`SELECT "buildId" AS id, count(*) FROM "BuildComment" GROUP BY 1`),
  {
    description: "a build has one cover",
    violations: sql`
      SELECT "buildId" AS subject, 'has ' || count(*) || ' covers' AS problem FROM "Media"
       WHERE role = 'COVER' GROUP BY "buildId" HAVING count(*) > 1`,
  },
  {
    description: "builds are listed under their technologies",
    violations: sql`
      SELECT COALESCE(b.id, t."buildId") AS subject,
             COALESCE(b.technology || ' is not listed', t.technology || ' is listed, or elsewhere') AS problem
        FROM (SELECT DISTINCT id, lower(unnest(technologies)) AS technology, "categorySlug", "publishedAt"
                FROM "Build" WHERE "deletedAt" IS NULL) b
        FULL JOIN "BuildTechnology" t
          ON (t."buildId", t.technology, t."categorySlug", t."publishedAt") = (b.id, b.technology, b."categorySlug", b."publishedAt")
       WHERE b.id IS NULL OR t."buildId" IS NULL`,
  },
];
