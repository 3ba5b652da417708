import type { Context } from "@/lib/domain/context";

/** Deletes the webhook endpoints of a closed account, and with them what was to be delivered. */
export async function deleteOwnEndpoints({ db, actor }: Context): Promise<void> {
  await db.webhookEndpoint.deleteMany({ where: { userId: actor.id } });
}
