import type { Context } from "@/lib/domain/context";

/** Deletes the API keys of a closed account. */
export async function deleteOwnKeys({ db, actor }: Context): Promise<void> {
  await db.apiKey.deleteMany({ where: { userId: actor.id } });
}
