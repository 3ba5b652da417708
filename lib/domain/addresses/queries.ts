import { read, type VisitorContext } from "@/lib/domain/context";
import { listedBuild, OPEN_TO_ALL } from "@/lib/domain/visibility";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

/** Our choice: the newest of each kind. A sitemap holds at most 50,000 addresses. */
const MAX_PER_KIND = 9_000;

export interface Address {
  path: string;
  changedAt: Date;
}

/** Lists every public page, for search engines. */
export function listAddresses(ctx: VisitorContext): Promise<Address[]> {
  const newest = (path: Sql, time: Sql, from: Sql, order: Sql) =>
    sql`(SELECT ${path} AS path, ${time} AS "changedAt" FROM ${from} ORDER BY ${order} DESC
      LIMIT ${literal(MAX_PER_KIND)})`;
  return read<Address>(ctx, "addresses")`${joined(
    [
      newest(sql`'/posts/' || id`, sql`"createdAt"`, sql`"Post" p WHERE ${OPEN_TO_ALL}`, sql`"createdAt"`),
      newest(
        sql`'/users/' || handle`,
        sql`"createdAt"`,
        sql`"User" WHERE role <> 'SYSTEM' AND "suspendedAt" IS NULL`,
        sql`"createdAt"`,
      ),
      newest(sql`'/builds/' || slug`, sql`"updatedAt"`, sql`"Build" b WHERE ${listedBuild("")}`, sql`"publishedAt"`),
      newest(
        sql`'/blog/' || slug`,
        sql`"publishedAt"`,
        sql`"BlogPost" WHERE "publishedAt" <= ${ctx.now}`,
        sql`"publishedAt"`,
      ),
      newest(
        sql`'/news/' || slug`,
        sql`"publishedAt"`,
        sql`"NewsArticle" WHERE "publishedAt" <= ${ctx.now}`,
        sql`"publishedAt"`,
      ),
    ],
    " UNION ALL ",
  )}`;
}
