import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { renderForSaving } from "@/lib/domain/markdown/rendering";
import { freeSlug } from "@/lib/domain/slug";
import { requireStaff } from "@/lib/domain/guards/staff";
import type { ArticleAddress, BlogDraft, NewsDraft } from "./schema";

/** Publishes a blog post. */
export async function publishPost(ctx: Context, draft: BlogDraft): Promise<ArticleAddress> {
  const authorId = editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "written", "blog", async (tx) => {
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.blogPost.findUnique({ where: { slug }, select: { id: true } }),
    );
    await tx.db.blogPost.create({
      data: { id: idFor(tx, "blog"), slug, authorId, ...draft, ...rendered, publishedAt: tx.now },
      select: { id: true },
    });
    return slug;
  });
}

/** Edits a blog post; its address and date stay. */
export async function editPost(ctx: Context, { slug, ...draft }: BlogDraft & ArticleAddress): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "edited", "blog", async ({ db }) => {
    const { count } = await db.blogPost.updateMany({ where: { slug }, data: { ...draft, ...rendered } });
    return count > 0 && slug;
  });
}

export async function removePost(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inAct(ctx, "removed", "blog", async ({ db }) => {
    const { count } = await db.blogPost.deleteMany({ where: { slug } });
    return count > 0 && slug;
  });
}

/** Creates a news article, published at once or saved as a draft. */
export async function writeArticle(ctx: Context, { published, source, ...draft }: NewsDraft): Promise<ArticleAddress> {
  const authorId = editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "written", "news", async (tx) => {
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.newsArticle.findUnique({ where: { slug }, select: { id: true } }),
    );
    const columns = { ...draft, ...rendered, ...sourceColumns(source) };
    const publishedAt = published ? tx.now : null;
    await tx.db.newsArticle.create({
      data: { id: idFor(tx, "news"), slug, authorId, ...columns, createdAt: tx.now, publishedAt },
      select: { id: true },
    });
    return slug;
  });
}

/** Edits a news article. A published article keeps its date; one that becomes a draft again leaves the list. */
export async function editArticle(
  ctx: Context,
  { slug, published, source, ...draft }: NewsDraft & ArticleAddress,
): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inAct(ctx, "edited", "news", async ({ db, now }) => {
    const before = await db.newsArticle.findUnique({ where: { slug }, select: { publishedAt: true } });
    const publishedAt = published ? (before?.publishedAt ?? now) : null;
    const data = { ...draft, ...rendered, ...sourceColumns(source), publishedAt };
    const { count } = await db.newsArticle.updateMany({ where: { slug }, data });
    return count > 0 && slug;
  });
}

export async function removeArticle(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inAct(ctx, "removed", "news", async ({ db }) => {
    const { count } = await db.newsArticle.deleteMany({ where: { slug } });
    return count > 0 && slug;
  });
}

/**
 * Runs an act in a transaction, and records it in the audit log. `act` resolves to the article's slug.
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

const sourceColumns = ({ title, url, publisher }: NewsDraft["source"]) => ({
  sourceTitle: title,
  sourceUrl: url,
  sourcePublisher: publisher,
});
