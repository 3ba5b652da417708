import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, newestFirst, type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { LISTED_BUILD } from "@/lib/domain/visibility";
import {
  buildColumns,
  buildItemColumns,
  type BuildItemRow,
  type BuildRow,
  presentBuild,
  presentBuildItem,
} from "./present";
import type { Build, BuildItem } from "./schema";

/** The marketplace, or one category of it, newest first (4.6). */
export function listBuilds(
  ctx: VisitorContext,
  { category, ...request }: PageRequest & { category?: string },
): Promise<Page<BuildItem>> {
  const shelf = category === undefined ? [] : [{ column: `b."categorySlug"`, value: "$4" as const }];
  return paginate<BuildItemRow, BuildItem>(request, {
    list: ["builds", category ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        category === undefined ? "builds.all" : "builds.category",
        firstRows(
          "$3",
          `SELECT ${buildItemColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId"
            WHERE ${LISTED_BUILD} AND ${newestFirst({ columns: [`b."publishedAt"`, "b.id"], after: ["$1", "$2"] }, shelf)}`,
        ),
        [after.at, after.id, take, ...(category === undefined ? [] : [category])],
      ),
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentBuildItem,
  });
}

export async function getBuild(ctx: VisitorContext, { slug }: { slug: string }): Promise<Build> {
  const [row] = await read<BuildRow>(
    ctx,
    "builds.one",
    `SELECT ${buildColumns} FROM "Build" b JOIN "User" u ON u.id = b."authorId" WHERE b.slug = $1 AND ${LISTED_BUILD}`,
    [slug],
  );
  if (!row) throw notFound();
  return presentBuild(row);
}
