import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { renderForSaving } from "@/lib/domain/markdown/rendering";
import { freeSlug } from "@/lib/domain/slug";
import { requireStaff } from "@/lib/domain/staff";
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
    return { slug };
  });
}

/** Edits a blog post; its address and date stay. */
export async function editPost(ctx: Context, { slug, ...draft }: BlogDraft & ArticleAddress): Promise<ArticleAddress> {
  editorOf(ctx);
  const rendered = await renderContent(ctx, draft);
  const { count } = await ctx.db.blogPost.updateMany({ where: { slug }, data: { ...draft, ...rendered } });
  if (count === 0) throw notFound();
  return { slug };
}

export async function removePost(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  const { count } = await ctx.db.blogPost.deleteMany({ where: { slug } });
  if (count === 0) throw notFound();
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
    await tx.db.newsArticle.update({
      where: { slug },
      data: { ...draft, ...rendered, ...sourceColumns(source), publishedAt },
      select: { id: true },
    });
    return { slug };
  });
}

export async function removeArticle(ctx: Context, { slug }: ArticleAddress): Promise<void> {
  editorOf(ctx);
  const { count } = await ctx.db.newsArticle.deleteMany({ where: { slug } });
  if (count === 0) throw notFound();
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
