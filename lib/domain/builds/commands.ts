import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { invalid, notFound, DomainError } from "@/lib/domain/errors";
import { renderForSaving } from "@/lib/domain/markdown/rendering";
import { freeSlug } from "@/lib/domain/slug";
import { lockOpenAccount } from "@/lib/domain/guards/locks";
import { MAX_BUILDS } from "./rules";
import type { BuildDraft } from "./schema";

interface Slug {
  slug: string;
}

/**
 * Publishes a build in the marketplace.
 * @throws DomainError `conflict` beyond `MAX_BUILDS` of one author
 */
export async function publishBuild(ctx: Context, draft: BuildDraft): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    await lockOpenAccount(tx);
    if ((await tx.db.build.count({ where: { authorId: tx.actor.id, deletedAt: null } })) >= MAX_BUILDS) {
      throw new DomainError(
        "conflict",
        `An account has at most ${MAX_BUILDS} builds. Take one down that you no longer want to show.`,
      );
    }
    const id = idFor(tx, "build");
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.build.findUnique({ where: { slug }, select: { id: true } }),
    );
    await tx.db.build.create({
      data: {
        id,
        slug,
        authorId: tx.actor.id,
        ...(await columnsOf(tx, draft)),
        ...rendered,
        publishedAt: tx.now,
        updatedAt: tx.now,
      },
      select: { id: true },
    });
    return { slug };
  });
}

/** Edits one of the actor's own builds. Its address stays, whatever its new title. */
export async function editBuild(ctx: Context, { slug, ...draft }: BuildDraft & Slug): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.build.updateMany({
      where: ownLive(tx, slug),
      data: { ...(await columnsOf(tx, draft)), ...rendered, updatedAt: tx.now },
    });
    if (count === 0) throw notFound();
    return { slug };
  });
}

/** Takes down one of the actor's own builds. */
export async function removeBuild(ctx: Context, { slug }: Slug): Promise<void> {
  const { count } = await ctx.db.build.updateMany({ where: ownLive(ctx, slug), data: { deletedAt: ctx.now } });
  if (count === 0) throw notFound();
}

const renderReadme = ({ actor }: Context, { title, readme }: BuildDraft) =>
  renderForSaving({ source: readme, title }, { param: "readme", name: "A readme", owner: actor.id });

const ownLive = (ctx: Context, slug: string) => ({ slug, authorId: ctx.actor.id, deletedAt: null });

async function columnsOf(tx: Context, { category, technologies, ...rest }: BuildDraft) {
  const known = await tx.db.buildCategory.findUnique({ where: { slug: category }, select: { slug: true } });
  if (!known) throw invalid([{ param: "category", message: "There is no such category" }]);
  return { ...rest, categorySlug: category, technologies: withoutDuplicates(technologies) };
}

/** Removes duplicates regardless of case, and keeps the first spelling. */
function withoutDuplicates(names: string[]): string[] {
  return names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}
