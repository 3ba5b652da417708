import type { Context } from "@/lib/domain/context";

/** Everything that an account has written or gathered, for its owner to take along. */
export async function exportAccount(ctx: Context): Promise<Record<string, unknown>> {
  const mine = { userId: ctx.actor.id };
  const newest = { createdAt: "desc" } as const;
  const [account, posts, comments, likes, bookmarks, following, followers, ledger, drops, builds, notifications] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, omit: { passwordHash: true, eventPosition: true } }),
    ctx.db.post.findMany({ where: { authorId: ctx.actor.id, deletedAt: null }, orderBy: newest }),
    ctx.db.comment.findMany({ where: { authorId: ctx.actor.id }, orderBy: newest }),
    ctx.db.like.findMany({ where: mine, orderBy: newest }),
    ctx.db.bookmark.findMany({ where: mine, orderBy: newest }),
    ctx.db.follow.findMany({ where: { followerId: ctx.actor.id }, orderBy: newest }),
    ctx.db.follow.findMany({ where: { followeeId: ctx.actor.id }, orderBy: newest }),
    ctx.db.ledgerEntry.findMany({ where: mine, orderBy: newest }),
    ctx.db.drop.findMany({ where: mine, orderBy: newest }),
    ctx.db.build.findMany({ where: { authorId: ctx.actor.id, deletedAt: null }, orderBy: { publishedAt: "desc" } }),
    ctx.db.notification.findMany({ where: mine, orderBy: newest }),
  ]);
  const coins = ledger.map((entry) => ({ ...entry, amount: Number(entry.amount), balance: Number(entry.balance) }));
  return { exportedAt: ctx.now.toISOString(), account, posts, comments, likes, bookmarks, following, followers, coins, drops, builds, notifications };
}
