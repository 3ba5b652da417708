import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { dateOf } from "./rules";
import type { NewsArticle, NewsItem } from "./schema";
import { sql } from "@/lib/infra/database/sql";

interface NewsItemRow {
  id: string;
  slug: string;
  title: string;
  description: string;
  category: string;
  featured: boolean;
  publishedAt: Date;
}

interface NewsRow extends Omit<NewsItemRow, "id" | "featured"> {
  content: string;
  sourceTitle: string;
  sourceUrl: string;
  sourcePublisher: string;
}

/** Lists the published news, or one category of it, newest first (docs/contract.md#blog-post-and-news-article). */
export function listNews(
  ctx: VisitorContext,
  { category, ...request }: PageRequest & { category?: string },
): Promise<Page<NewsItem>> {
  return paginate<NewsItemRow, NewsItem>(request, {
    list: ["news", category ?? ""],
    rows: (after, take) =>
      read<NewsItemRow>(ctx, category === undefined ? "news.all" : "news.category")`${firstRows(
        take,
        sql`SELECT id, slug, title, description, category, featured, "publishedAt" FROM "NewsArticle"
            WHERE "publishedAt" IS NOT NULL AND "publishedAt" <= ${ctx.now}
              AND ${newestFirst({ at: sql`"publishedAt"`, id: sql`id` }, after, category === undefined ? [] : [{ column: sql`category`, value: sql`${category}` }])}`,
      )}`,
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: ({ slug, title, description, category, featured, publishedAt }) => ({
      slug,
      title,
      description,
      date: dateOf(publishedAt),
      category,
      featured,
    }),
  });
}

export async function getNewsArticle(ctx: VisitorContext, { slug }: { slug: string }): Promise<NewsArticle> {
  const [row] = await read<NewsRow>(ctx, "news.one")`
    SELECT slug, title, description, category, content, "sourceTitle", "sourceUrl", "sourcePublisher", "publishedAt"
    FROM "NewsArticle" WHERE slug = ${slug} AND "publishedAt" <= ${ctx.now}`;
  if (!row) throw notFound();
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    date: dateOf(row.publishedAt),
    category: row.category,
    content: row.content,
    source: { title: row.sourceTitle, url: row.sourceUrl, publisher: row.sourcePublisher },
  };
}
