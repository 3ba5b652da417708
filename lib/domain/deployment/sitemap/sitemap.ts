import { createContext, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { GAME_KEYS } from "@/lib/domain/play/leaderboards/rules";
import { env } from "@/lib/infra/environment/env";
import { listedBuild, OPEN_TO_ALL } from "@/lib/domain/kernel/visibility";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

const PAGES = [
  "/",
  "/builds",
  "/blog",
  "/news",
  "/docs/api",
  "/docs/events",
  ...GAME_KEYS.map((game) => `/leaderboards/${game}`),
];

/** Returns the sitemap as XML. */
export async function sitemap(): Promise<string> {
  const found = await listAddresses(createContext({ actor: null, channel: "session" }));
  const entries = [...PAGES.map((path) => entry(path)), ...found.map(({ path, changedAt }) => entry(path, changedAt))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/** Paths contain no character that XML would have to escape. */
function entry(path: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<url><loc>${new URL(path, env().siteUrl).href}</loc>${changed}</url>`;
}

/** The newest of each kind. A sitemap holds at most 50,000 addresses. */
const MAX_PER_KIND = 9_000;

interface Address {
  path: string;
  changedAt: Date;
}

function listAddresses(ctx: VisitorContext): Promise<Address[]> {
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
