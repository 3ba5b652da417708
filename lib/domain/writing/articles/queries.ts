import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { firstRows, paginate, newestFirst } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { dateOf } from "./rules";
import type { BlogItem, BlogPost, NewsArticle, NewsItem, BlogDraft, NewsDraft } from "./schema";
import { sql, literal } from "@/lib/infra/database/sql";
import type { BlogPost as BlogPostModel, NewsArticle as NewsModel } from "@/lib/infra/prisma/client";
import { htmlOf, type StoredDocument } from "@/lib/domain/writing/markdown/stored";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { visiblePerson } from "@/lib/domain/kernel/visibility";

type BlogItemRow = Pick<BlogPostModel, "id" | "slug" | "title" | "description" | "tags" | "publishedAt">;

type BlogRow = BlogItemRow & { content: string };

/** Lists blog posts, newest first. A post with a future date is hidden until then. */
export function listBlog(ctx: VisitorContext, request: PageRequest): Promise<Page<BlogItem>> {
  return paginate<BlogItemRow, BlogItem>(request, {
    list: ["blog"],
    rows: (after, take) =>
      read<BlogItemRow>(ctx, "blog.all")`${firstRows(
        take,
        sql`SELECT id, slug, title, description, tags, "publishedAt" FROM "BlogPost"
            WHERE "publishedAt" <= ${ctx.now} AND ("publishedAt", id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY "publishedAt" DESC, id DESC`,
      )}`,
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentItem,
  });
}

export async function getBlogPost(ctx: VisitorContext, { slug }: { slug: string }): Promise<BlogPost> {
  const [row] = await read<BlogRow>(ctx, "blog.one")`
    SELECT id, slug, title, description, tags, content, "publishedAt" FROM "BlogPost"
    WHERE slug = ${slug} AND "publishedAt" <= ${ctx.now}`;
  if (!row) throw notFound();
  return { ...presentItem(row), content: row.content };
}

function presentItem({ slug, title, description, tags, publishedAt }: BlogItemRow): BlogItem {
  return { slug, title, description, date: dateOf(publishedAt), tags };
}

type NewsItemRow = Pick<NewsModel, "id" | "slug" | "title" | "description" | "category" | "featured"> & {
  publishedAt: Date;
};

type NewsRow = Omit<NewsItemRow, "id" | "featured"> &
  Pick<NewsModel, "content" | "sourceTitle" | "sourceUrl" | "sourcePublisher">;

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
    present: presentNewsItem,
  });
}

function presentNewsItem({ slug, title, description, category, featured, publishedAt }: NewsItemRow): NewsItem {
  return { slug, title, description, date: dateOf(publishedAt), category, featured };
}

export async function getNewsArticle(ctx: VisitorContext, { slug }: { slug: string }): Promise<NewsArticle> {
  const [row] = await read<NewsRow>(ctx, "news.one")`
    SELECT slug, title, description, category, content, "sourceTitle", "sourceUrl", "sourcePublisher", "publishedAt"
    FROM "NewsArticle" WHERE slug = ${slug} AND "publishedAt" <= ${ctx.now}`;
  if (!row) throw notFound();
  const { title, description, category, content } = row;
  return { slug, title, description, date: dateOf(row.publishedAt), category, content, source: sourceOf(row) };
}

export async function listNewsCategories(ctx: VisitorContext): Promise<string[]> {
  // Jumps from one category to the next instead of reading every article of each.
  const rows = await read<{ category: string }>(ctx, "news.categories")`
    WITH RECURSIVE listed AS (
      (SELECT category FROM "NewsArticle" WHERE "publishedAt" <= ${ctx.now} ORDER BY category DESC LIMIT 1)
      UNION ALL
      SELECT (SELECT n.category FROM "NewsArticle" n
          WHERE n.category < listed.category AND n."publishedAt" <= ${ctx.now} ORDER BY n.category DESC LIMIT 1)
        FROM listed WHERE listed.category IS NOT NULL)
    SELECT category FROM listed WHERE category IS NOT NULL ORDER BY category`;
  return rows.map(({ category }) => category);
}

export async function findFeatured(ctx: VisitorContext): Promise<NewsItem | null> {
  const [row] = await read<NewsItemRow>(ctx, "news.featured")`
    SELECT id, slug, title, description, category, featured, "publishedAt" FROM "NewsArticle"
    WHERE featured AND "publishedAt" <= ${ctx.now} ORDER BY "publishedAt" DESC, id DESC LIMIT 1`;
  return row ? presentNewsItem(row) : null;
}

/** Returns the author of a blog post; null for a viewer who may not see the author. The post is the platform's. */
export async function getBlogAuthor(ctx: VisitorContext, { slug }: { slug: string }): Promise<Person | null> {
  const [row] = await read<PersonColumns & { shown: boolean }>(ctx, "blog.author")`
    SELECT ${personColumns("u")}, ${visiblePerson(ctx.actor?.id ?? "", sql`u.id`)} AS shown
    FROM "BlogPost" b JOIN "User" u ON u.id = b."authorId" WHERE b.slug = ${slug}`;
  if (!row) throw notFound();
  return row.shown ? presentPersonColumns(row) : null;
}

/** Returns the content of a published article as safe HTML; null if it is to be shown as plain text. */
export async function getArticleHtml(
  ctx: VisitorContext,
  table: "BlogPost" | "NewsArticle",
  { slug }: { slug: string },
): Promise<string | null> {
  const [row] = await read<Omit<StoredDocument, "table" | "title">>(ctx, `${table}.text`)`
    SELECT id, content AS source, html, "rendererVersion" FROM ${literal(`"${table}"`)}
    WHERE slug = ${slug} AND "publishedAt" <= ${ctx.now}`;
  if (!row) throw notFound();
  return htmlOf(ctx, { table, ...row });
}

export async function getBlogDraft(ctx: VisitorContext, { slug }: { slug: string }): Promise<BlogDraft> {
  const [post] = await read<BlogDraft>(ctx, "blog.draft")`
    SELECT title, description, content, tags FROM "BlogPost" WHERE slug = ${slug}`;
  if (!post) throw notFound();
  return post;
}

type NewsDraftRow = Pick<
  NewsModel,
  | "title"
  | "description"
  | "content"
  | "category"
  | "featured"
  | "publishedAt"
  | "sourceTitle"
  | "sourceUrl"
  | "sourcePublisher"
>;

/** Returns a news article, published or not, as its editor's form needs it. */
export async function getNewsDraft(ctx: VisitorContext, { slug }: { slug: string }): Promise<NewsDraft> {
  const [article] = await read<NewsDraftRow>(ctx, "news.draft")`
    SELECT title, description, content, category, featured, "publishedAt", "sourceTitle", "sourceUrl", "sourcePublisher"
      FROM "NewsArticle" WHERE slug = ${slug}`;
  if (!article) throw notFound();
  const { title, description, content, category, featured, publishedAt } = article;
  const published = publishedAt !== null;
  return { title, description, content, category, featured, source: sourceOf(article), published };
}

function sourceOf(row: Pick<NewsModel, "sourceTitle" | "sourceUrl" | "sourcePublisher">): NewsArticle["source"] {
  return { title: row.sourceTitle, url: row.sourceUrl, publisher: row.sourcePublisher };
}

const DRAFTS_SHOWN = 50;

export function listNewsDrafts(ctx: VisitorContext): Promise<{ slug: string; title: string }[]> {
  return read<{ slug: string; title: string }>(ctx, "news.drafts")`
    SELECT slug, title FROM "NewsArticle" WHERE "publishedAt" IS NULL
    ORDER BY "createdAt" DESC LIMIT ${literal(DRAFTS_SHOWN)}`;
}
