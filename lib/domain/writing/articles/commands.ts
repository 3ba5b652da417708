import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, idFor, inTransaction, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { type RenderedColumns, renderForSaving } from "@/lib/domain/writing/markdown/rendering";
import { freeSlug } from "@/lib/domain/kernel/text/slug";
import { requireStaff } from "@/lib/domain/accounts/guards/staff";
import { type Sql, sql } from "@/lib/infra/database/sql";
import type { ArticleAddress, BlogDraft, NewsDraft } from "./schema";

export async function publishPost(ctx: Context, draft: BlogDraft): Promise<ArticleAddress> {
  const authorId = editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "written", "blog", async (tx) => {
    const slug = await freeSlug(tx, draft.title, "BlogPost");
    await write(tx, "blog.insert")`
      INSERT INTO "BlogPost" (id, slug, "authorId", "publishedAt", ${ARTICLE}, tags)
      VALUES (${idFor(tx, "blog")}, ${slug}, ${authorId}, ${tx.now}, ${article(draft, rendered)}, ${draft.tags})`;
    return slug;
  });
}

/** Edits a blog post; its address and date stay. */
export async function editPost(ctx: Context, { slug, ...draft }: BlogDraft & ArticleAddress): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "edited", "blog", async (tx) => {
    const edited = await write(tx, "blog.edit")`
      UPDATE "BlogPost" SET (${ARTICLE}, tags) = ROW(${article(draft, rendered)}, ${draft.tags}) WHERE slug = ${slug}`;
    return edited > 0 && slug;
  });
}

export async function removePost(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inAct(ctx, "removed", "blog", async (tx) => {
    const removed = await write(tx, "blog.remove")`DELETE FROM "BlogPost" WHERE slug = ${slug}`;
    return removed > 0 && slug;
  });
}

export async function writeArticle(ctx: Context, draft: NewsDraft): Promise<ArticleAddress> {
  const authorId = editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "written", "news", async (tx) => {
    const slug = await freeSlug(tx, draft.title, "NewsArticle");
    await write(tx, "news.insert")`
      INSERT INTO "NewsArticle" (id, slug, "authorId", "createdAt", "publishedAt", ${ARTICLE}, ${NEWS})
      VALUES (${idFor(tx, "news")}, ${slug}, ${authorId}, ${tx.now}, ${draft.published ? tx.now : null},
              ${article(draft, rendered)}, ${news(draft)})`;
    return slug;
  });
}

/** Edits an article. A published article keeps its date; one that becomes a draft again leaves the list. */
export async function editArticle(
  ctx: Context,
  { slug, ...draft }: NewsDraft & ArticleAddress,
): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "edited", "news", async (tx) => {
    const edited = await write(tx, "news.edit")`
      UPDATE "NewsArticle" SET (${ARTICLE}, ${NEWS}) = ROW(${article(draft, rendered)}, ${news(draft)}),
             "publishedAt" = CASE WHEN ${draft.published}::boolean THEN COALESCE("publishedAt", ${tx.now}) END
       WHERE slug = ${slug}`;
    return edited > 0 && slug;
  });
}

export async function removeArticle(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inAct(ctx, "removed", "news", async (tx) => {
    const removed = await write(tx, "news.remove")`DELETE FROM "NewsArticle" WHERE slug = ${slug}`;
    return removed > 0 && slug;
  });
}

/**
 * Runs an act, which resolves to the article's slug, and records it in the audit log.
 * @throws DomainError `not_found` if it resolves to false
 */
function inAct(
  ctx: Context,
  done: "written" | "edited" | "removed",
  kind: "blog" | "news",
  act: (tx: Context) => Promise<string | false>,
): Promise<ArticleAddress> {
  return inTransaction(ctx, async (tx) => {
    const slug = await act(tx);
    if (slug === false) throw notFound();
    await writeAuditEntry(tx, { action: `article.${done}`, accountId: null, details: { kind, slug } });
    return { slug };
  });
}

const renderContent = ({ actor }: Context, { content }: { content: string }) =>
  renderForSaving({ source: content }, { param: "content", name: "An article", owner: actor.id });

function editorOf({ actor }: Context): string {
  requireStaff(actor, "editor");
  return actor.id;
}

const ARTICLE = sql`title, description, content, html, "rendererVersion"`;
const article = (
  { title, description, content }: Pick<NewsDraft, "title" | "description" | "content">,
  { html, rendererVersion }: RenderedColumns,
): Sql => sql`${title}, ${description}, ${content}, ${html}, ${rendererVersion}`;

const NEWS = sql`category, featured, "sourceTitle", "sourceUrl", "sourcePublisher"`;
const news = ({ category, featured, source: { title, url, publisher } }: NewsDraft): Sql =>
  sql`${category}, ${featured}, ${title}, ${url}, ${publisher}`;
