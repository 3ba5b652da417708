import type { Context } from "@/lib/domain/context";

/** Deletes the letters of a closed account, sent or not. */
export async function deleteOwnLetters({ db, actor }: Context): Promise<void> {
  await db.letter.deleteMany({ where: { userId: actor.id } });
}
