import type { Context } from "@/lib/domain/context";

/** Deletes whom and what an account that is gone for good blocked or muted, and who blocked or muted it. */
export async function deleteOwnHiding({ db, actor: { id } }: Context): Promise<void> {
  await db.mutedWord.deleteMany({ where: { userId: id } });
  await db.hiddenPerson.deleteMany({ where: { OR: [{ viewerId: id }, { personId: id }] } });
}
