import type { Context } from "@/lib/domain/context";

/** Takes down the builds of a closed account. */
export async function takeDownOwnBuilds({ db, actor, now }: Context): Promise<void> {
  await db.build.updateMany({ where: { authorId: actor.id, deletedAt: null }, data: { deletedAt: now } });
}
