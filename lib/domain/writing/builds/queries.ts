import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { htmlOf } from "@/lib/domain/writing/markdown/stored";
import { firstRows, newestFirst, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { listedBuild, visibleBuild, LISTED_BUILD } from "@/lib/domain/kernel/visibility";
import type { Build as BuildModel } from "@/lib/infra/prisma/client";
import type { Build, BuildItem, BuildPage, CatalogueBuild, CatalogueQuery, CategoryList } from "./schema";
import { type Sql, sql, literal } from "@/lib/infra/database/sql";
import { MAX_COUNTED, NEWEST_LOOKED_AT } from "./rules";
import { MEDIA_ROW, type MediaRow, presentMedia } from "@/lib/domain/writing/media/queries";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";

/** Lists the marketplace, or one category of it, newest first (docs/contract.md#content-feed-and-leaderboards). */
export function listBuilds(
  ctx: VisitorContext,
  { category, ...request }: PageRequest & { category?: string },
): Promise<Page<BuildItem>> {
  const prefix = category === undefined ? [] : [{ column: sql`b."categorySlug"`, value: sql`${category}` }];
  return paginate<BuildItemRow, BuildItem>(request, {
    list: ["builds", category ?? ""],
    rows: (after, take) =>
      read<BuildItemRow>(ctx, category === undefined ? "builds.all" : "builds.category")`${firstRows(
        take,
        sql`SELECT ${buildItemColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId"
            WHERE ${listedBuild(ctx.actor?.id ?? "")} AND ${newestFirst({ at: sql`b."publishedAt"`, id: sql`b.id` }, after, prefix)}`,
      )}`,
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentBuildItem,
  });
}

export async function getBuild(ctx: VisitorContext, { slug }: { slug: string }): Promise<Build> {
  const [row] = await read<BuildRow>(ctx, "builds.one")`
    SELECT ${buildColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId"
    WHERE b.slug = ${slug} AND ${visibleBuild(ctx.actor?.id ?? "")}`;
  if (!row) throw notFound();
  return presentBuild(row);
}

type BuildPageRow = BuildRow &
  CategoryColumns &
  HiddenColumn &
  Pick<BuildModel, "id" | "price" | "html" | "rendererVersion" | "publishedAt" | "updatedAt"> & {
    liked: boolean;
    bought: boolean;
  };

/** Counts a view unless the build is the viewer's own. */
export async function getBuildPage(ctx: VisitorContext, { slug }: { slug: string }): Promise<BuildPage> {
  const viewerId = ctx.actor?.id ?? "";
  const mine = (table: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${table} e WHERE e."userId" = ${viewerId} AND e."buildId" = b.id)`;
  const [row] = await read<BuildPageRow>(ctx, "builds.page")`
    SELECT ${buildColumns}, ${categoryColumns}, b.id, b.price, b.html, b."rendererVersion", b."publishedAt", b."updatedAt", ${HIDDEN}, ${mine(sql`"BuildLike"`)} AS liked, ${mine(sql`"BuildPurchase"`)} AS bought
    FROM "Build" b JOIN "User" u ON u.id = b."authorId" JOIN "BuildCategory" c ON c.slug = b."categorySlug"
    WHERE b.slug = ${slug} AND ${visibleBuild(viewerId)}`;
  if (!row) throw notFound();
  const own = row.personId === ctx.actor?.id;
  if (!own)
    ctx.afterCommit(
      () => write(ctx, "builds.view")`UPDATE "Build" SET "viewsCount" = "viewsCount" + 1 WHERE id = ${row.id}`,
    );
  return {
    ...presentBuild(row),
    category: categoryOf(row),
    ...(row.hidden && { hidden: true }),
    price: row.price,
    readmeHtml: await htmlOf(ctx, { table: "Build", ...row, source: row.readme }),
    publishedAt: row.publishedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    viewer: { own, liked: row.liked, bought: row.bought },
  };
}

const FILTERS = ["technology", "category", "handle"] as const satisfies (keyof CatalogueQuery)[];

export function listCatalogue(
  ctx: VisitorContext,
  { limit, cursor, ...query }: PageRequest & CatalogueQuery,
): Promise<Page<CatalogueBuild>> {
  const filters = { ...query, handle: query.handle?.toLowerCase() };
  const asked = FILTERS.filter((name) => filters[name] !== undefined);
  const { technology, category, handle } = filters;
  // Builds of a technology, alone or within a category, have an index of their own.
  const source =
    technology === undefined
      ? { table: sql`"Build" b`, at: sql`b."publishedAt"`, id: sql`b.id`, category: sql`b."categorySlug"` }
      : {
          table: sql`"BuildTechnology" t JOIN "Build" b ON b.id = t."buildId"`,
          at: sql`t."publishedAt"`,
          id: sql`t."buildId"`,
          category: sql`t."categorySlug"`,
        };
  const prefix = [
    ...(technology === undefined ? [] : [{ column: sql`t.technology`, value: sql`lower(${technology})` }]),
    ...(category === undefined ? [] : [{ column: source.category, value: sql`${category}` }]),
  ];
  const viewer = ctx.actor?.id ?? "";
  // Authors see builds that moderators hid in their own list.
  const shown =
    handle === undefined
      ? listedBuild(viewer)
      : sql`${visibleBuild(viewer)} AND b."authorId" = (SELECT id FROM "User" WHERE handle = ${handle})`;
  return paginate<CatalogueRow, CatalogueBuild>(
    { limit, cursor },
    {
      list: ["catalogue", ...asked.flatMap((name) => [name, filters[name] ?? ""])],
      rows: (after, take) =>
        read<CatalogueRow>(ctx, ["builds.catalogue", ...asked].join("."))`${firstRows(
          take,
          sql`SELECT ${catalogueColumns} FROM ${source.table} JOIN "User" u ON u.id = b."authorId"
              JOIN "BuildCategory" c ON c.slug = b."categorySlug"
            WHERE ${shown} AND ${newestFirst(source, after, prefix)}`,
        )}`,
      position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
      present: presentCatalogueBuild,
    },
  );
}

export async function listCategories(ctx: VisitorContext): Promise<CategoryList> {
  const data = await read<{ slug: string; name: string }>(ctx, "builds.categories")`
    SELECT slug, name FROM "BuildCategory" ORDER BY name, slug`;
  return { data };
}

export interface CategoryCount {
  slug: string;
  name: string;
  builds: number;
}

/** Counts the builds of each category. Each count is at most `MAX_COUNTED`. */
export function listCategoryCounts(ctx: VisitorContext): Promise<CategoryCount[]> {
  return read<CategoryCount>(ctx, "builds.categoryCounts")`
    SELECT c.slug, c.name,
         (SELECT count(*) FROM (SELECT 1 FROM "Build" b WHERE b."categorySlug" = c.slug AND ${LISTED_BUILD}
             LIMIT ${literal(MAX_COUNTED)}) b)::int AS builds
    FROM "BuildCategory" c ORDER BY c.name`;
}

/** Lists the technologies of recent builds, the most used first. */
export async function listTechnologies(ctx: VisitorContext, { limit }: { limit: number }): Promise<string[]> {
  const rows = await read<{ name: string }>(ctx, "builds.technologies")`
    SELECT min(t) AS name FROM (
     SELECT b.technologies FROM "Build" b WHERE ${LISTED_BUILD} ORDER BY b."publishedAt" DESC, b.id DESC
       LIMIT ${literal(NEWEST_LOOKED_AT)}) b, unnest(b.technologies) t
    GROUP BY lower(t) ORDER BY count(*) DESC, lower(t) LIMIT ${limit}`;
  return rows.map(({ name }) => name);
}

const outlineColumns = sql`b.slug, b.title, b.description, b.technologies, b."likesCount", b."commentsCount", b."viewsCount", (SELECT ${MEDIA_ROW} FROM "Media" m WHERE m."buildId" = b.id AND m.role = 'COVER' ORDER BY m.position LIMIT 1) AS cover, ${personColumns("u")}`;

export const buildItemColumns = sql`b.id, b.price, b."publishedAt", ${outlineColumns}`;

const buildColumns = sql`b.readme, b."repoUrl", b."demoUrl", (SELECT json_agg(${MEDIA_ROW} ORDER BY m.position) FROM "Media" m
    WHERE m."buildId" = b.id AND m.role = 'SCREENSHOT') AS screenshots, ${outlineColumns}`;

type OutlineRow = PersonColumns &
  Pick<
    BuildModel,
    "slug" | "title" | "description" | "technologies" | "likesCount" | "commentsCount" | "viewsCount"
  > & {
    cover: MediaRow | null;
  };
export type BuildItemRow = OutlineRow & Pick<BuildModel, "id" | "price" | "publishedAt">;
type BuildRow = OutlineRow & Pick<BuildModel, "readme" | "repoUrl" | "demoUrl"> & { screenshots: MediaRow[] | null };

export function presentBuildItem(row: BuildItemRow): BuildItem {
  return { ...outline(row), price: row.price, publishedAt: row.publishedAt.toISOString() };
}

function presentBuild(row: BuildRow): Build {
  const { readme, repoUrl, demoUrl, screenshots } = row;
  return { ...outline(row), readme, repoUrl, demoUrl, screenshots: (screenshots ?? []).map(presentMedia) };
}

function outline(row: OutlineRow) {
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    author: presentPersonColumns(row),
    technologies: row.technologies,
    metrics: { likes: row.likesCount, comments: row.commentsCount, views: row.viewsCount },
    cover: row.cover && presentMedia(row.cover),
  };
}

interface CategoryColumns {
  categorySlug: string;
  categoryName: string;
}

const categoryColumns = sql`c.slug AS "categorySlug", c.name AS "categoryName"`;
const categoryOf = ({ categorySlug: slug, categoryName: name }: CategoryColumns) => ({ slug, name });

interface HiddenColumn {
  hidden: boolean;
}

export const HIDDEN = sql`b."hiddenAt" IS NOT NULL AS hidden`;

export const catalogueColumns = sql`${buildItemColumns}, ${categoryColumns}, ${HIDDEN}`;

export type CatalogueRow = BuildItemRow & CategoryColumns & HiddenColumn;

export function presentCatalogueBuild(row: CatalogueRow): CatalogueBuild {
  return { ...presentBuildItem(row), category: categoryOf(row), ...(row.hidden && { hidden: true }) };
}
