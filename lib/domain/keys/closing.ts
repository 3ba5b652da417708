import type { Context } from "@/lib/domain/context";

/** Deletes the API keys of a closed account. */
export async function deleteOwnKeys({ db, actor }: Context): Promise<void> {
  await db.apiKey.deleteMany({ where: { userId: actor.id } });
}

/** Ends the account's sandbox, with its keys, if it was made since a time. Retention drops its database. */
export async function deleteSandboxSince({ db, actor }: Context, since: Date): Promise<void> {
  await db.sandbox.deleteMany({ where: { userId: actor.id, createdAt: { gte: since } } });
}
