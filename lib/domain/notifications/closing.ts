import type { Context } from "@/lib/domain/context";

/** Deletes a closed account's notifications, and those that it caused. */
export async function deleteOwnNotifications({ db, actor: { id } }: Context): Promise<void> {
  await db.notification.deleteMany({ where: { OR: [{ userId: id }, { actorId: id }] } });
}
