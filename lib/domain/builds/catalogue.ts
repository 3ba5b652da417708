import { read, type VisitorContext } from "@/lib/domain/context";
import { firstRows, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { LISTED_BUILD, listedBuild, visibleBuild } from "@/lib/domain/visibility";
import {
  buildItemColumns,
  type BuildItemRow,
  type CategoryColumns,
  categoryColumns,
  categoryOf,
  HIDDEN,
  type HiddenColumn,
  presentBuildItem,
} from "./present";
import { MAX_COUNTED, NEWEST_LOOKED_AT } from "./rules";
import type { CatalogueBuild, CatalogueQuery } from "./schema";
import { literal, sql } from "@/lib/infra/database/sql";

const FILTERS = ["technology", "category", "handle"] as const satisfies (keyof CatalogueQuery)[];

/** Lists the site's marketplace, newest first, narrowed by the filters. */
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
  return paginate<BuildItemRow & CategoryColumns & HiddenColumn, CatalogueBuild>(
    { limit, cursor },
    {
      list: ["catalogue", ...asked.flatMap((name) => [name, filters[name] ?? ""])],
      rows: (after, take) =>
        read<BuildItemRow & CategoryColumns & HiddenColumn>(ctx, ["builds.catalogue", ...asked].join("."))`${firstRows(
          take,
          sql`SELECT ${buildItemColumns}, ${categoryColumns}, ${HIDDEN} FROM ${source.table} JOIN "User" u ON u.id = b."authorId"
              JOIN "BuildCategory" c ON c.slug = b."categorySlug"
            WHERE ${shown} AND ${newestFirst(source, after, prefix)}`,
        )}`,
      position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
      present: (row) => ({ ...presentBuildItem(row), category: categoryOf(row), ...(row.hidden && { hidden: true }) }),
    },
  );
}

export interface CategoryCount {
  slug: string;
  name: string;
  builds: number;
}

/** Lists every category with its number of builds, counted up to `MAX_COUNTED`. */
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
