import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { htmlOf, type StoredDocument } from "@/lib/domain/markdown/stored";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Person } from "@/lib/domain/users/schema";
import { dateOf } from "./rules";
import type { BlogDraft, NewsDraft, NewsItem } from "./schema";
import { visiblePerson } from "@/lib/domain/visibility";
import { literal, sql } from "@/lib/infra/database/sql";

/** Lists the categories of the published news, by name. */
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

interface FeaturedRow extends Omit<NewsItem, "date" | "featured"> {
  publishedAt: Date;
}

/** Returns the newest featured article. */
export async function findFeatured(ctx: VisitorContext): Promise<NewsItem | null> {
  const [row] = await read<FeaturedRow>(ctx, "news.featured")`
    SELECT slug, title, description, category, "publishedAt" FROM "NewsArticle"
    WHERE featured AND "publishedAt" <= ${ctx.now} ORDER BY "publishedAt" DESC, id DESC LIMIT 1`;
  if (!row) return null;
  const { publishedAt, ...item } = row;
  return { ...item, date: dateOf(publishedAt), featured: true };
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

/** Returns a blog post as its editor's form needs it. */
export async function getBlogDraft(ctx: VisitorContext, { slug }: { slug: string }): Promise<BlogDraft> {
  const post = await ctx.db.blogPost.findUnique({
    where: { slug },
    select: { title: true, description: true, content: true, tags: true },
  });
  if (!post) throw notFound();
  return post;
}

/** Returns a news article, published or not, as its editor's form needs it. */
export async function getNewsDraft(ctx: VisitorContext, { slug }: { slug: string }): Promise<NewsDraft> {
  const article = await ctx.db.newsArticle.findUnique({ where: { slug } });
  if (!article) throw notFound();
  const { title, description, content, category, featured, sourceTitle, sourceUrl, sourcePublisher, publishedAt } =
    article;
  return {
    title,
    description,
    content,
    category,
    featured,
    source: { title: sourceTitle, url: sourceUrl, publisher: sourcePublisher },
    published: publishedAt !== null,
  };
}

/** Lists the unpublished news, newest first. */
export function listNewsDrafts(ctx: VisitorContext): Promise<{ slug: string; title: string }[]> {
  return ctx.db.newsArticle.findMany({
    where: { publishedAt: null },
    select: { slug: true, title: true },
    orderBy: { createdAt: "desc" },
    take: 50,
  });
}
