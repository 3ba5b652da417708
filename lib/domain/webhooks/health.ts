import type { Context } from "@/lib/domain/context";
import { notifyFromPlatform } from "@/lib/domain/notifications/commands";
import { log } from "@/lib/infra/log";
import { NOW } from "./clock";
import { verdictOn } from "./rules";

/** An endpoint as far as its failures matter. */
export interface EndpointHealth {
  id: string;
  userId: string;
  url: string;
  enabled: boolean;
  failureCount: number;
  exhaustedCount: number;
  /** The database's time. */
  now: Date;
}

/** The endpoint, which nobody else changes until the transaction ends. It is locked before its deliveries, everywhere. */
export async function lockEndpoint(tx: Context, id: string): Promise<EndpointHealth | undefined> {
  const [endpoint] = await tx.db.$queryRaw<EndpointHealth[]>`
    SELECT id, "userId", url, enabled, "failureCount", "exhaustedCount", ${NOW} AS now FROM "WebhookEndpoint" WHERE id = ${id} FOR NO KEY UPDATE`;
  return endpoint;
}

export interface Failure {
  deliveryId: string;
  error: string;
  /** It was the delivery's last attempt. */
  gaveUp: boolean;
  /** The receiver said that it is gone for good. */
  gone: boolean;
}

/** Counts a failed attempt against the endpoint: its owner is warned in time, and then it is disabled. Tells whether it is still enabled. */
export async function countFailure(
  tx: Context,
  endpoint: EndpointHealth,
  { deliveryId, error, gaveUp, gone }: Failure,
): Promise<boolean> {
  const failures = endpoint.failureCount + 1;
  const givenUp = endpoint.exhaustedCount + (gaveUp ? 1 : 0);
  await tx.db.webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { failureCount: failures, exhaustedCount: givenUp },
  });
  const verdict = gone ? "disable" : verdictOn({ failures, givenUp });
  if (verdict === "patience") return true;
  const host = new URL(endpoint.url).host;
  const reason = gone ? "The receiver answered 410 Gone." : `${failures} attempts in a row failed. ${error}`;
  if (verdict === "disable") {
    await disableEndpoint(tx, endpoint.id, reason);
    tx.afterCommit(async () =>
      log.warn("webhook endpoint disabled", { endpointId: endpoint.id, deliveryId, failures, reason }),
    );
  }
  const words =
    verdict === "disable"
      ? `Your webhook to ${host} was disabled. ${reason}`
      : `Your webhook to ${host} keeps failing: ${reason} It will be disabled if this goes on.`;
  // Each warning is about the delivery that brought it on, so that a later one is told as well.
  await notifyFromPlatform(tx, {
    userIds: [endpoint.userId],
    subjectId: `${verdict}:${deliveryId}`,
    preview: words,
    link: `/settings/developer/webhooks/${endpoint.id}`,
  });
  return verdict !== "disable";
}

/** Disables a locked endpoint, for a reason unless it is its owner's wish, and gives up what waits for it. What is being sent just now still ends as it ends. */
export async function disableEndpoint(tx: Context, id: string, reason: string | null): Promise<void> {
  await tx.db.webhookEndpoint.update({ where: { id }, data: { enabled: false, disabledReason: reason } });
  await tx.db.$executeRaw`
    UPDATE "Delivery" SET status = CASE WHEN "deliveredAt" IS NULL THEN 'failed' ELSE 'delivered' END::"DeliveryStatus",
           "nextAttemptAt" = NULL, error = 'The endpoint was disabled before this was sent.'
     WHERE "endpointId" = ${id} AND status = 'pending'`;
}
