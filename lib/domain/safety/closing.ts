import type { Context } from "@/lib/domain/context";

/**
 * Deletes the blocks, mutes and muted words of an account that is closed for good, and those of others that concern it.
 */
export async function deleteOwnHiding({ db, actor: { id } }: Context): Promise<void> {
  await db.mutedWord.deleteMany({ where: { userId: id } });
  await db.hiddenPerson.deleteMany({ where: { OR: [{ viewerId: id }, { personId: id }] } });
}
