import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { htmlOf } from "@/lib/domain/markdown/stored";
import { firstRows, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { mentionsColumn } from "@/lib/domain/mentions/queries";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { type ScreenedRow, wordScreen, wordsVersionColumn } from "@/lib/domain/screening/screen";
import { LISTED_BUILD, listedBuild, shownComment, visibleBuild } from "@/lib/domain/visibility";
import {
  buildColumns,
  buildItemColumns,
  type BuildItemRow,
  type BuildRow,
  presentBuild,
  presentBuildItem,
} from "./present";
import { MAX_COUNTED, NEWEST_LOOKED_AT } from "./rules";
import type { BuildComment, BuildPage, CatalogueQuery, CatalogueBuild } from "./schema";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";

interface CategoryColumns {
  categorySlug: string;
  categoryName: string;
}

const categoryColumns = sql`c.slug AS "categorySlug", c.name AS "categoryName"`;
const categoryOf = ({ categorySlug: slug, categoryName: name }: CategoryColumns) => ({ slug, name });

interface HiddenColumn {
  hidden: boolean;
}

const HIDDEN = sql`b."hiddenAt" IS NOT NULL AS hidden`;

const FILTERS = ["technology", "category", "handle"] as const satisfies (keyof CatalogueQuery)[];

/** Lists the site's marketplace, newest first, narrowed by the filters. */
export function listCatalogue(
  ctx: VisitorContext,
  { limit, cursor, ...query }: PageRequest & CatalogueQuery,
): Promise<Page<CatalogueBuild>> {
  const filters = { ...query, handle: query.handle?.toLowerCase() };
  const asked = FILTERS.filter((name) => filters[name] !== undefined);
  const { technology, category, handle } = filters;
  // Builds of a technology, alone or within a category, are listed from an index of their own.
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
  // Authors see builds that moderators hid in the list of their own.
  const shown =
    handle === undefined
      ? listedBuild(viewer)
      : sql`${visibleBuild(viewer)} AND b."authorId" = (SELECT id FROM "User" WHERE handle = ${handle})`;
  return paginate<BuildItemRow & CategoryColumns & HiddenColumn, CatalogueBuild>(
    { limit, cursor },
    {
      list: ["catalogue", ...asked.flatMap((name) => [name, filters[name] ?? ""])],
      rows: (after, take) =>
        read(
          ctx,
          ["builds.catalogue", ...asked].join("."),
          firstRows(
            take,
            sql`SELECT ${buildItemColumns}, ${categoryColumns}, ${HIDDEN} FROM ${source.table} JOIN "User" u ON u.id = b."authorId"
              JOIN "BuildCategory" c ON c.slug = b."categorySlug"
            WHERE ${shown} AND ${newestFirst(source, after, prefix)}`,
          ),
        ),
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
  return read(
    ctx,
    "builds.categoryCounts",
    sql`SELECT c.slug, c.name,
            (SELECT count(*) FROM (SELECT 1 FROM "Build" b WHERE b."categorySlug" = c.slug AND ${LISTED_BUILD}
                LIMIT ${literal(MAX_COUNTED)}) b)::int AS builds
       FROM "BuildCategory" c ORDER BY c.name`,
  );
}

/** Lists the technologies of recent builds, the most used first. */
export async function listTechnologies(ctx: VisitorContext, { limit }: { limit: number }): Promise<string[]> {
  const rows = await read<{ name: string }>(
    ctx,
    "builds.technologies",
    sql`SELECT min(t) AS name FROM (
       SELECT b.technologies FROM "Build" b WHERE ${LISTED_BUILD} ORDER BY b."publishedAt" DESC, b.id DESC
         LIMIT ${literal(NEWEST_LOOKED_AT)}) b, unnest(b.technologies) t
      GROUP BY lower(t) ORDER BY count(*) DESC, lower(t) LIMIT ${limit}`,
  );
  return rows.map(({ name }) => name);
}

interface BuildPageRow extends BuildRow, CategoryColumns, HiddenColumn {
  id: string;
  price: number | null;
  html: string | null;
  rendererVersion: number | null;
  publishedAt: Date;
  updatedAt: Date;
  liked: boolean;
  bought: boolean;
}

/** Returns one build, and counts a view unless it is the viewer's own. */
export async function getBuildPage(ctx: VisitorContext, { slug }: { slug: string }): Promise<BuildPage> {
  const viewerId = ctx.actor?.id ?? "";
  const mine = (table: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${table} e WHERE e."userId" = ${viewerId} AND e."buildId" = b.id)`;
  const [row] = await read<BuildPageRow>(
    ctx,
    "builds.page",
    sql`SELECT ${buildColumns}, ${categoryColumns}, b.id, b.price, b.html, b."rendererVersion", b."publishedAt", b."updatedAt", ${HIDDEN}, ${mine(sql`"BuildLike"`)} AS liked, ${mine(sql`"BuildPurchase"`)} AS bought
       FROM "Build" b JOIN "User" u ON u.id = b."authorId" JOIN "BuildCategory" c ON c.slug = b."categorySlug"
       WHERE b.slug = ${slug} AND ${visibleBuild(viewerId)}`,
  );
  if (!row) throw notFound();
  const own = row.personId === ctx.actor?.id;
  if (!own)
    ctx.afterCommit(() => ctx.db.$executeRaw`UPDATE "Build" SET "viewsCount" = "viewsCount" + 1 WHERE id = ${row.id}`);
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

type BuildCommentRow = PersonColumns &
  Omit<ScreenedRow, "media"> & {
    id: string;
    mentions: Record<string, string> | null;
    createdAt: Date;
    hidden: boolean;
  };

/**
 * Lists the comments on a build, newest first.
 * @throws DomainError `not_found`, the same for a build that the viewer may not see
 */
export function listBuildComments(
  ctx: VisitorContext,
  { slug, ...request }: PageRequest & { slug: string },
): Promise<Page<BuildComment>> {
  const viewer = ctx.actor?.id ?? "";
  return paginate<BuildCommentRow, BuildComment>(request, {
    list: ["build-comments", slug],
    screen: wordScreen(ctx),
    rows: async (after, take) =>
      underSubject(
        await read<Joined<BuildCommentRow>>(
          ctx,
          "builds.comments",
          sql`SELECT c.id, c.content, ${mentionsColumn("c", viewer)}, c."createdAt", c."hiddenAt" IS NOT NULL AS hidden, ${personColumns("u")},
           ${wordsVersionColumn(viewer)} FROM "Build" b
          LEFT JOIN LATERAL (
           SELECT * FROM "BuildComment" c
             WHERE c."buildId" = b.id AND ${shownComment(viewer)}
               AND (c."createdAt", c.id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${take}) c ON true
          LEFT JOIN "User" u ON u.id = c."authorId"
          WHERE b.slug = ${slug} AND ${visibleBuild(viewer)}
          ORDER BY c."createdAt" DESC, c.id DESC`,
        ),
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: (row) => ({
      id: row.id,
      content: row.content,
      mentions: row.mentions,
      createdAt: row.createdAt.toISOString(),
      ...(row.hidden && { hidden: true }),
      author: presentPersonColumns(row),
    }),
  });
}
