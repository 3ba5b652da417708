import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { htmlOf } from "@/lib/domain/markdown/stored";
import { firstRows, newestFirst, type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { mentionsColumn } from "@/lib/domain/mentions/queries";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { LISTED_BUILD } from "@/lib/domain/visibility";
import {
  buildColumns,
  buildItemColumns,
  type BuildItemRow,
  type BuildRow,
  presentBuild,
  presentBuildItem,
} from "./present";
import { MOST_COUNTED, NEWEST_LOOKED_AT } from "./rules";
import type { BuildComment, BuildPage, CatalogueQuery, ShelvedBuild } from "./schema";

interface CategoryColumns {
  categorySlug: string;
  categoryName: string;
}

const categoryColumns = `c.slug AS "categorySlug", c.name AS "categoryName"`;
const categoryOf = ({ categorySlug: slug, categoryName: name }: CategoryColumns) => ({ slug, name });

const FILTERS = ["technology", "category", "handle"] as const satisfies (keyof CatalogueQuery)[];

/** The app's marketplace, newest first, narrowed by what is asked for. */
export function listCatalogue(
  ctx: VisitorContext,
  { limit, cursor, ...filters }: PageRequest & CatalogueQuery,
): Promise<Page<ShelvedBuild>> {
  const asked = FILTERS.filter((name) => filters[name] !== undefined);
  const value = (name: (typeof FILTERS)[number]) => `$${4 + asked.indexOf(name)}` as const;
  // Builds of a technology, and of one within a category, stand in an order of their own.
  const byTechnology = asked.includes("technology");
  const [table, at, id] = byTechnology
    ? [`"BuildTechnology" t JOIN "Build" b ON b.id = t."buildId"`, `t."publishedAt"`, `t."buildId"`]
    : [`"Build" b`, `b."publishedAt"`, "b.id"];
  const shelf = [
    ...(byTechnology ? [{ column: "t.technology", value: `lower(${value("technology")})` as const }] : []),
    ...(asked.includes("category")
      ? [{ column: byTechnology ? `t."categorySlug"` : `b."categorySlug"`, value: value("category") }]
      : []),
  ];
  const ofAuthor = asked.includes("handle")
    ? ` AND b."authorId" = (SELECT id FROM "User" WHERE handle = ${value("handle")})`
    : "";
  return paginate<BuildItemRow & CategoryColumns, ShelvedBuild>(
    { limit, cursor },
    {
      list: ["catalogue", ...asked.flatMap((name) => [name, filters[name] ?? ""])],
      rows: (after, take) =>
        read(
          ctx,
          ["builds.catalogue", ...asked].join("."),
          firstRows(
            "$3",
            `SELECT ${buildItemColumns}, ${categoryColumns} FROM ${table} JOIN "User" u ON u.id = b."authorId" JOIN "BuildCategory" c ON c.slug = b."categorySlug"
            WHERE ${LISTED_BUILD}${ofAuthor} AND ${newestFirst({ columns: [at, id], after: ["$1", "$2"] }, shelf)}`,
          ),
          [after.at, after.id, take, ...asked.map((name) => filters[name])],
        ),
      position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
      present: (row) => ({ ...presentBuildItem(row), category: categoryOf(row) }),
    },
  );
}

export interface Shelf {
  slug: string;
  name: string;
  builds: number;
}

/** Every category with how many builds stand in it, up to `MOST_COUNTED`. */
export function listShelves(ctx: VisitorContext): Promise<Shelf[]> {
  return read(
    ctx,
    "builds.shelves",
    `SELECT c.slug, c.name,
            (SELECT count(*) FROM (SELECT 1 FROM "Build" b WHERE b."categorySlug" = c.slug AND ${LISTED_BUILD} LIMIT ${MOST_COUNTED}) b)::int AS builds
       FROM "BuildCategory" c ORDER BY c.name`,
    [],
  );
}

/** What builds are made with lately, the most used first. */
export async function listTechnologies(ctx: VisitorContext, { limit }: { limit: number }): Promise<string[]> {
  const rows = await read<{ name: string }>(
    ctx,
    "builds.technologies",
    `SELECT min(t) AS name FROM (
       SELECT b.technologies FROM "Build" b WHERE ${LISTED_BUILD} ORDER BY b."publishedAt" DESC, b.id DESC LIMIT ${NEWEST_LOOKED_AT}) b, unnest(b.technologies) t
      GROUP BY lower(t) ORDER BY count(*) DESC, lower(t) LIMIT $1`,
    [limit],
  );
  return rows.map(({ name }) => name);
}

interface BuildPageRow extends BuildRow, CategoryColumns {
  id: string;
  price: number | null;
  html: string | null;
  rendererVersion: number | null;
  publishedAt: Date;
  updatedAt: Date;
  liked: boolean;
  bought: boolean;
}

/** One build, and a view of it unless it is the reader's own. */
export async function getBuildPage(ctx: VisitorContext, { slug }: { slug: string }): Promise<BuildPage> {
  const mine = (table: string) => `EXISTS (SELECT 1 FROM "${table}" e WHERE e."userId" = $2 AND e."buildId" = b.id)`;
  const [row] = await read<BuildPageRow>(
    ctx,
    "builds.page",
    `SELECT ${buildColumns}, ${categoryColumns}, b.id, b.price, b.html, b."rendererVersion", b."publishedAt", b."updatedAt", ${mine("BuildLike")} AS liked, ${mine("BuildPurchase")} AS bought
       FROM "Build" b JOIN "User" u ON u.id = b."authorId" JOIN "BuildCategory" c ON c.slug = b."categorySlug" WHERE b.slug = $1 AND ${LISTED_BUILD}`,
    [slug, ctx.actor?.id ?? ""],
  );
  if (!row) throw notFound();
  const own = row.personId === ctx.actor?.id;
  if (!own)
    ctx.afterCommit(() => ctx.db.$executeRaw`UPDATE "Build" SET "viewsCount" = "viewsCount" + 1 WHERE id = ${row.id}`);
  return {
    ...presentBuild(row),
    category: categoryOf(row),
    price: row.price,
    readmeHtml: await htmlOf(ctx, { table: "Build", ...row, source: row.readme }),
    publishedAt: row.publishedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    viewer: { own, liked: row.liked, bought: row.bought },
  };
}

type BuildCommentRow = PersonColumns & {
  id: string;
  content: string;
  mentions: Record<string, string> | null;
  createdAt: Date;
};

/** What people say of a build, newest first. */
export function listBuildComments(
  ctx: VisitorContext,
  { slug, ...request }: PageRequest & { slug: string },
): Promise<Page<BuildComment>> {
  return paginate<BuildCommentRow, BuildComment>(request, {
    list: ["build-comments", slug],
    rows: (after, take) =>
      read(
        ctx,
        "builds.comments",
        `SELECT c.id, c.content, ${mentionsColumn("c")}, c."createdAt", ${personColumns("u")} FROM "Build" b CROSS JOIN LATERAL (
           SELECT * FROM "BuildComment" c WHERE c."buildId" = b.id AND (c."createdAt", c.id) < ($2::timestamptz, $3)
            ORDER BY c."createdAt" DESC, c.id DESC LIMIT $4) c JOIN "User" u ON u.id = c."authorId"
          WHERE b.slug = $1 AND ${LISTED_BUILD}
          ORDER BY c."createdAt" DESC, c.id DESC`,
        [slug, after.at, after.id, take],
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: (row) => ({
      id: row.id,
      content: row.content,
      mentions: row.mentions,
      createdAt: row.createdAt.toISOString(),
      author: presentPersonColumns(row),
    }),
  });
}
