import type { Context } from "@/lib/domain/context";

/** Deletes the notifications of a closed account and those that it caused. */
export async function deleteOwnNotifications({ db, actor: { id } }: Context): Promise<void> {
  await db.notification.deleteMany({ where: { OR: [{ userId: id }, { actorId: id }] } });
}
