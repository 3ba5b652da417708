import { read, type VisitorContext } from "@/lib/domain/context";
import { LISTED_BUILD, OPEN_TO_ALL } from "@/lib/domain/visibility";

/** Our choice: the newest of each kind. A sitemap holds at most 50,000 addresses. */
const MOST_OF_A_KIND = 9_000;

export interface Address {
  path: string;
  changedAt: Date;
}

/** Every page that everybody may read, for those who look for pages. */
export function listAddresses(ctx: VisitorContext): Promise<Address[]> {
  const newest = (path: string, time: string, from: string, order: string) =>
    `(SELECT ${path} AS path, ${time} AS "changedAt" FROM ${from} ORDER BY ${order} DESC LIMIT ${MOST_OF_A_KIND})`;
  return read(
    ctx,
    "addresses",
    [
      newest(`'/posts/' || id`, `"createdAt"`, `"Post" p WHERE ${OPEN_TO_ALL}`, `"createdAt"`),
      newest(
        `'/users/' || handle`,
        `"createdAt"`,
        `"User" WHERE role <> 'SYSTEM' AND "suspendedAt" IS NULL`,
        `"createdAt"`,
      ),
      newest(`'/builds/' || slug`, `"updatedAt"`, `"Build" b WHERE ${LISTED_BUILD}`, `"publishedAt"`),
      newest(`'/blog/' || slug`, `"publishedAt"`, `"BlogPost" WHERE "publishedAt" <= $1`, `"publishedAt"`),
      newest(`'/news/' || slug`, `"publishedAt"`, `"NewsArticle" WHERE "publishedAt" <= $1`, `"publishedAt"`),
    ].join(" UNION ALL "),
    [ctx.now],
  );
}
