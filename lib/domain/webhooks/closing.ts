import { type Context, read } from "@/lib/domain/context";
import { disableEndpoint } from "./health";

/** Deletes the webhook endpoints of a closed account, with their pending deliveries. */
export async function deleteOwnEndpoints({ db, actor }: Context): Promise<void> {
  await db.webhookEndpoint.deleteMany({ where: { userId: actor.id } });
}

/** Deletes the endpoints that were added to the actor's account since a time. Returns how many. */
export async function deleteEndpointsSince({ db, actor }: Context, since: Date): Promise<number> {
  return (await db.webhookEndpoint.deleteMany({ where: { userId: actor.id, createdAt: { gte: since } } })).count;
}

/** Disables the endpoints of a suspended account, and cancels their pending deliveries. */
export async function disableOwnEndpoints(tx: Context): Promise<void> {
  const endpoints = await read<{ id: string }>(tx, "webhooks.lockEnabled")`
    SELECT id FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id} AND enabled ORDER BY id FOR NO KEY UPDATE`;
  for (const { id } of endpoints) await disableEndpoint(tx, id, "Your account was suspended.");
}
