import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { dateOf } from "@/lib/domain/writing/articles/rules";
import type { FoundArticle } from "@/lib/domain/writing/articles/schema";
import { literal, sql } from "@/lib/infra/database/sql";
import { askedWords, type Searched, searchPage } from "./matching";
import { NEWEST_ARTICLES } from "./rules";

type ArticleRow = Omit<FoundArticle, "date"> & { id: string; publishedAt: Date };

/** Finds published blog posts and news by their titles, descriptions and content, newest first. */
export function findArticles(ctx: VisitorContext, request: PageRequest & { q: string }): Promise<Page<FoundArticle>> {
  return searchPage<ArticleRow, FoundArticle>(ctx, request, {
    kind: "articles",
    searched: () => [published("BlogPost", ctx.now), published("NewsArticle", ctx.now)],
    read: (found, shape) =>
      read<ArticleRow>(ctx, `search.articles.${shape}`)`
        WITH found AS MATERIALIZED (${found})
        SELECT * FROM (
          SELECT a.id, 'blog' AS kind, a.slug, a.title, a.description, a."publishedAt"
            FROM found JOIN "BlogPost" a USING (id)
          UNION ALL SELECT a.id, 'news', a.slug, a.title, a.description, a."publishedAt"
            FROM found JOIN "NewsArticle" a USING (id)) article
         ORDER BY "publishedAt" DESC, id DESC`,
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: ({ kind, slug, title, description, publishedAt }) => ({
      kind,
      slug,
      title,
      description,
      date: dateOf(publishedAt),
    }),
  });
}

/** Drafts have no date, and what has a date to come is not shown before. */
function published(table: "BlogPost" | "NewsArticle", now: Date): Searched {
  return {
    row: "a",
    table: sql`${literal(`"${table}"`)} a`,
    at: sql`a."publishedAt"`,
    id: sql`a.id`,
    columns: sql`a.id, a."publishedAt", a.title, a.description, a."searchVector"`,
    open: sql`a."publishedAt" IS NOT NULL AND a."publishedAt" <= ${now}`,
    shown: sql`true`,
    holds: [
      (asked, letters) => sql`(a."searchVector" @@ ${askedWords(asked)}
        OR lower(normalize(a.title || ' ' || a.description, NFKC)) LIKE '%' || ${letters}::text || '%')`,
    ],
    newest: NEWEST_ARTICLES,
  };
}
