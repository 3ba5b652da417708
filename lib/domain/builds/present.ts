import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Build as BuildModel } from "@/lib/infra/prisma/client";
import type { Build, BuildItem } from "./schema";
import { sql } from "@/lib/infra/database/sql";

const outlineColumns = sql`b.slug, b.title, b.description, b.technologies, b."likesCount", b."commentsCount", b."viewsCount", ${personColumns("u")}`;

/** Columns of a listed build, for a statement on `"Build" b` that joins its author as `"User" u`. */
export const buildItemColumns = sql`b.id, b.price, b."publishedAt", ${outlineColumns}`;

/** Columns of a single build, for the same statement. */
export const buildColumns = sql`b.readme, b."repoUrl", b."demoUrl", ${outlineColumns}`;

type OutlineRow = PersonColumns &
  Pick<BuildModel, "slug" | "title" | "description" | "technologies" | "likesCount" | "commentsCount" | "viewsCount">;
export type BuildItemRow = OutlineRow & Pick<BuildModel, "id" | "price" | "publishedAt">;
export type BuildRow = OutlineRow & Pick<BuildModel, "readme" | "repoUrl" | "demoUrl">;

export function presentBuildItem(row: BuildItemRow): BuildItem {
  return { ...outline(row), price: row.price, publishedAt: row.publishedAt.toISOString() };
}

export function presentBuild(row: BuildRow): Build {
  return { ...outline(row), readme: row.readme, repoUrl: row.repoUrl, demoUrl: row.demoUrl };
}

function outline(row: OutlineRow) {
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    author: presentPersonColumns(row),
    technologies: row.technologies,
    metrics: { likes: row.likesCount, comments: row.commentsCount, views: row.viewsCount },
  };
}

export interface CategoryColumns {
  categorySlug: string;
  categoryName: string;
}

export const categoryColumns = sql`c.slug AS "categorySlug", c.name AS "categoryName"`;
export const categoryOf = ({ categorySlug: slug, categoryName: name }: CategoryColumns) => ({ slug, name });

export interface HiddenColumn {
  hidden: boolean;
}

export const HIDDEN = sql`b."hiddenAt" IS NOT NULL AS hidden`;
