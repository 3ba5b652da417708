import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, newestFirst, type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { dateOf } from "./rules";
import type { NewsArticle, NewsItem } from "./schema";

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

/** The published news, or one category of it, newest first (4.6). */
export function listNews(
  ctx: VisitorContext,
  { category, ...request }: PageRequest & { category?: string },
): Promise<Page<NewsItem>> {
  return paginate<NewsItemRow, NewsItem>(request, {
    list: ["news", category ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        category === undefined ? "news.all" : "news.category",
        firstRows(
          "$4",
          `SELECT id, slug, title, description, category, featured, "publishedAt" FROM "NewsArticle"
            WHERE "publishedAt" IS NOT NULL AND "publishedAt" <= $1
              AND ${newestFirst({ columns: [`"publishedAt"`, "id"], after: ["$2", "$3"] }, category === undefined ? [] : [{ column: "category", value: "$5" }])}`,
        ),
        [ctx.now, after.at, after.id, take, ...(category === undefined ? [] : [category])],
      ),
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
  const [row] = await read<NewsRow>(
    ctx,
    "news.one",
    `SELECT slug, title, description, category, content, "sourceTitle", "sourceUrl", "sourcePublisher", "publishedAt"
       FROM "NewsArticle" WHERE slug = $1 AND "publishedAt" <= $2`,
    [slug, ctx.now],
  );
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
