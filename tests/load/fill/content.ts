import { insert, moments, type Step, type Steps } from "./steps";

/** The rare ones are so sparse that a scan of all rows would be noticed. */
const TECHNOLOGIES = `ARRAY['TypeScript', 'PostgreSQL'] || CASE WHEN i % 1000 = 502 THEN ARRAY['COBOL'] ELSE '{}' END`;
const CATEGORY = `CASE WHEN i % 1000 = 501 THEN 'rare' WHEN i % 4 = 0 THEN 'tools' ELSE 'games' END`;

/** Builds, blog and news, each as long as the first account's lists. */
export const content: Steps = ({ users, depth }): Step[] => [
  {
    table: "BuildCategory",
    rows: 1,
    sql: `INSERT INTO "BuildCategory" (slug, name) SELECT 'rare', 'rare' FROM generate_series($1::int8, $2::int8)`,
  },
  insert(
    "Build",
    depth,
    `id, slug, "authorId", "categorySlug", title, description, readme, technologies, price, "commentsCount", "publishedAt", "updatedAt"`,
    `pg_temp.id('build', i), 'build-' || i, pg_temp.id('user', pg_temp.favour(i, 30, ${users})), ${CATEGORY}, 'Build ' || i, pg_temp.words(i),
     pg_temp.words(i), ${TECHNOLOGIES}, CASE i % 3 WHEN 0 THEN 20 END,
     CASE WHEN i = 1 THEN ${depth} - ${depth} / 4 WHEN i % 4 = 0 THEN 1 ELSE 0 END, at, at`,
    moments(depth),
  ),
  insert(
    "BuildTechnology",
    depth,
    `technology, "categorySlug", "publishedAt", "buildId"`,
    `lower(name), b."categorySlug", b."publishedAt", b.id`,
    `JOIN "Build" b ON b.id = pg_temp.id('build', i) CROSS JOIN unnest(b.technologies) name`,
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
