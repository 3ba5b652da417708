import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { listedBuild, visibleBuild } from "@/lib/domain/visibility";
import {
  buildColumns,
  buildItemColumns,
  type BuildItemRow,
  type BuildRow,
  presentBuild,
  presentBuildItem,
} from "./present";
import type { Build, BuildItem } from "./schema";
import { sql } from "@/lib/infra/database/sql";

/** Lists the marketplace, or one category of it, newest first (docs/contract.md#content-feed-and-leaderboards). */
export function listBuilds(
  ctx: VisitorContext,
  { category, ...request }: PageRequest & { category?: string },
): Promise<Page<BuildItem>> {
  const prefix = category === undefined ? [] : [{ column: sql`b."categorySlug"`, value: sql`${category}` }];
  return paginate<BuildItemRow, BuildItem>(request, {
    list: ["builds", category ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        category === undefined ? "builds.all" : "builds.category",
        firstRows(
          take,
          sql`SELECT ${buildItemColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId"
            WHERE ${listedBuild(ctx.actor?.id ?? "")} AND ${newestFirst({ at: sql`b."publishedAt"`, id: sql`b.id` }, after, prefix)}`,
        ),
      ),
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentBuildItem,
  });
}

export async function getBuild(ctx: VisitorContext, { slug }: { slug: string }): Promise<Build> {
  const [row] = await read<BuildRow>(
    ctx,
    "builds.one",
    sql`SELECT ${buildColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId"
      WHERE b.slug = ${slug} AND ${visibleBuild(ctx.actor?.id ?? "")}`,
  );
  if (!row) throw notFound();
  return presentBuild(row);
}
