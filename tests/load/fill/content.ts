import { insert, type Step, type Steps } from "./steps";

/** The rare one lies so thinly that whoever walks through all rows to find its own would be noticed. */
const CATEGORY = `CASE WHEN i % 1000 = 501 THEN 'rare' WHEN i % 4 = 0 THEN 'tools' ELSE 'games' END`;

/** Builds, blog and news, each as long as the first account's lists. */
export const content: Steps = ({ users, depth }): Step[] => [
  { table: "BuildCategory", rows: 1, sql: `INSERT INTO "BuildCategory" (slug, name) SELECT c, c FROM (VALUES ('tools'), ('games'), ('rare')) v(c), generate_series($1::int8, $2::int8)` },
  insert(
    "Build",
    depth,
    `id, slug, "authorId", "categorySlug", title, description, readme, technologies, price, "commentsCount", "publishedAt", "updatedAt"`,
    `pg_temp.id('build', i), 'build-' || i, pg_temp.id('user', pg_temp.favour(i, 30, ${users})), ${CATEGORY}, 'Build ' || i, pg_temp.words(i),
     pg_temp.words(i), ARRAY['typescript', 'postgresql'], CASE i % 3 WHEN 0 THEN 20 END,
     CASE WHEN i = 1 THEN ${depth} - ${depth} / 4 WHEN i % 4 = 0 THEN 1 ELSE 0 END, at, at`,
    moments(depth),
  ),
  insert(
    "BuildComment",
    depth,
    `id, "buildId", "authorId", content, "createdAt"`,
    `pg_temp.id('bcm', i), pg_temp.id('build', CASE i % 4 WHEN 0 THEN i ELSE 1 END), pg_temp.id('user', pg_temp.favour(i, 31, ${users})), pg_temp.words(i), at`,
    moments(depth),
  ),
  insert(
    "BlogPost",
    depth,
    `id, slug, "authorId", title, description, content, tags, "publishedAt"`,
    `pg_temp.id('blog', i), 'blog-' || i, pg_temp.id('user', 1), 'Article ' || i, pg_temp.words(i), pg_temp.words(i), ARRAY['news'], at`,
    moments(depth),
  ),
  insert(
    "NewsArticle",
    depth,
    `id, slug, "authorId", title, description, content, category, "sourceTitle", "sourceUrl", "sourcePublisher", "createdAt", "publishedAt"`,
    `pg_temp.id('news', i), 'news-' || i, pg_temp.id('user', 1), 'News ' || i, pg_temp.words(i), pg_temp.words(i), ${CATEGORY},
     'Source', 'https://example.org/' || i, 'Example', at, at`,
    moments(depth),
  ),
];

function moments(rows: number): string {
  return `CROSS JOIN LATERAL (SELECT pg_temp.moment(i, ${rows}) AS at) moment`;
}
