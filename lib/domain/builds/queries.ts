import { read, type VisitorContext, write } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { htmlOf } from "@/lib/domain/markdown/stored";
import { firstRows, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { listedBuild, visibleBuild } from "@/lib/domain/visibility";
import {
  buildColumns,
  buildItemColumns,
  type BuildItemRow,
  type BuildRow,
  type CategoryColumns,
  categoryColumns,
  categoryOf,
  HIDDEN,
  type HiddenColumn,
  presentBuild,
  presentBuildItem,
} from "./present";
import type { Build as BuildModel } from "@/lib/infra/prisma/client";
import type { Build, BuildItem, BuildPage } from "./schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

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

/** Returns one build, and counts a view unless it is the viewer's own. */
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
