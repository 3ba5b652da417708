import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { listedBuild, visiblePerson } from "@/lib/domain/kernel/visibility";
import {
  buildItemColumns,
  type BuildItemRow,
  catalogueColumns,
  type CatalogueRow,
  presentBuildItem,
  presentCatalogueBuild,
} from "@/lib/domain/writing/builds/queries";
import type { BuildItem, CatalogueBuild } from "@/lib/domain/writing/builds/schema";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { askedWords, authorCalled, type Searched, searchPage } from "./matching";
import type { Search } from "./operators";
import { NEWEST_BUILDS } from "./rules";

type Request = PageRequest & { q: string };

/** Finds builds of the marketplace by their titles, descriptions and technologies, newest first. */
export function findBuilds(ctx: VisitorContext, request: Request): Promise<Page<BuildItem>> {
  return searchPage<BuildItemRow, BuildItem>(ctx, request, {
    ...searching(ctx),
    read: (found, shape) =>
      read<BuildItemRow>(ctx, `search.builds.${shape}`)`
        SELECT ${buildItemColumns} ${buildsOf(found)} ORDER BY found.at DESC, found.id DESC`,
    present: presentBuildItem,
  });
}

/** Finds the same builds, as the site's lists show them. */
export function searchBuilds(ctx: VisitorContext, request: Request): Promise<Page<CatalogueBuild>> {
  return searchPage<CatalogueRow, CatalogueBuild>(ctx, request, {
    ...searching(ctx),
    read: (found, shape) =>
      read<CatalogueRow>(ctx, `search.catalogue.${shape}`)`
        SELECT ${catalogueColumns} ${buildsOf(found)} ORDER BY found.at DESC, found.id DESC`,
    present: presentCatalogueBuild,
  });
}

const buildsOf = (found: Sql) => sql`FROM (${found}) found JOIN "Build" b ON b.id = found.id
    JOIN "User" u ON u.id = b."authorId" JOIN "BuildCategory" c ON c.slug = b."categorySlug"`;

const searching = ({ actor }: VisitorContext) => ({
  kind: "builds" as const,
  searched: (search: Search) => [searchedBuilds(actor?.id ?? "", search)],
  position: ({ publishedAt, id }: BuildItemRow) => ({ at: publishedAt, id }),
});

function searchedBuilds(viewerId: string, { from }: Search): Searched {
  return {
    row: "b",
    table: sql`"Build" b`,
    at: sql`b."publishedAt"`,
    id: sql`b.id`,
    columns: sql`b.id, b."publishedAt", b."authorId", b."deletedAt", b."hiddenAt", b.title, b.description, b."searchVector"`,
    open: sql`b."deletedAt" IS NULL`,
    shown: listedBuild(viewerId),
    written:
      from === undefined ? undefined : sql`b."authorId" = ${authorCalled(from, visiblePerson(viewerId, sql`u.id`))}`,
    holds: [
      (asked, letters) => sql`(b."searchVector" @@ ${askedWords(asked)}
        OR lower(normalize(b.title || ' ' || b.description, NFKC)) LIKE '%' || ${letters}::text || '%')`,
    ],
    newest: NEWEST_BUILDS,
  };
}
