import type { Context } from "@/lib/domain/context";

/** Ends the account's sandbox, with its keys, if it was made since a time. Retention drops its database. */
export async function deleteSandboxSince({ db, actor }: Context, since: Date): Promise<void> {
  await db.sandbox.deleteMany({ where: { userId: actor.id, createdAt: { gte: since } } });
}
