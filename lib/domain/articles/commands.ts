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
  return inTransaction(ctx, async (tx) => {
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.blogPost.findUnique({ where: { slug }, select: { id: true } }),
    );
    await tx.db.blogPost.create({
      data: { id: idFor(tx, "blog"), slug, authorId, ...draft, ...rendered, publishedAt: tx.now },
      select: { id: true },
    });
    await audit(tx, "article.written", { kind: "blog", slug });
    return { slug };
  });
}

/** Edits a blog post; its address and date stay. */
export async function editPost(ctx: Context, { slug, ...draft }: BlogDraft & ArticleAddress): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.blogPost.updateMany({ where: { slug }, data: { ...draft, ...rendered } });
    if (count === 0) throw notFound();
    await audit(tx, "article.edited", { kind: "blog", slug });
    return { slug };
  });
}

export async function removePost(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.blogPost.deleteMany({ where: { slug } });
    if (count === 0) throw notFound();
    await audit(tx, "article.removed", { kind: "blog", slug });
  });
}

/** Creates a news article, published at once or saved as a draft. */
export async function writeArticle(ctx: Context, { published, source, ...draft }: NewsDraft): Promise<ArticleAddress> {
  const authorId = editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.newsArticle.findUnique({ where: { slug }, select: { id: true } }),
    );
    await tx.db.newsArticle.create({
      data: {
        id: idFor(tx, "news"),
        slug,
        authorId,
        ...draft,
        ...rendered,
        ...sourceColumns(source),
        createdAt: tx.now,
        publishedAt: published ? tx.now : null,
      },
      select: { id: true },
    });
    await audit(tx, "article.written", { kind: "news", slug });
    return { slug };
  });
}

/** Edits a news article. A published article keeps its date; one that becomes a draft again leaves the list. */
export async function editArticle(
  ctx: Context,
  { slug, published, source, ...draft }: NewsDraft & ArticleAddress,
): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    const before = await tx.db.newsArticle.findUnique({ where: { slug }, select: { publishedAt: true } });
    if (!before) throw notFound();
    const publishedAt = published ? (before.publishedAt ?? tx.now) : null;
    const { count } = await tx.db.newsArticle.updateMany({
      where: { slug },
      data: { ...draft, ...rendered, ...sourceColumns(source), publishedAt },
    });
    if (count === 0) throw notFound();
    await audit(tx, "article.edited", { kind: "news", slug });
    return { slug };
  });
}

export async function removeArticle(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.newsArticle.deleteMany({ where: { slug } });
    if (count === 0) throw notFound();
    await audit(tx, "article.removed", { kind: "news", slug });
  });
}

type ArticleAct = "article.written" | "article.edited" | "article.removed";

const audit = (tx: Context, action: ArticleAct, details: { kind: "blog" | "news"; slug: string }) =>
  writeAuditEntry(tx, { action, accountId: null, details });

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
