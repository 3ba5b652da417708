import type { Context } from "@/lib/domain/context";

/** Takes down the builds of a closed account. */
export async function takeDownOwnBuilds({ db, actor, now }: Context): Promise<void> {
  await db.build.updateMany({ where: { authorId: actor.id, deletedAt: null }, data: { deletedAt: now } });
}

/** Restores the builds that closing the account took down. */
export async function restoreBuilds({ db, actor }: Context, closedAt: Date): Promise<void> {
  await db.build.updateMany({ where: { authorId: actor.id, deletedAt: closedAt }, data: { deletedAt: null } });
}
