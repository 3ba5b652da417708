import { type Context, read, write } from "@/lib/domain/kernel/context";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { literal, NOW } from "@/lib/infra/database/sql";
import { log } from "@/lib/infra/log/log";
import { type GapColumns, gapColumns } from "./present";
import { type HealthAction, healthActionFor, withGap } from "./rules";
import type { WebhookEndpoint } from "@/lib/infra/prisma/client";

export type EndpointHealth = Pick<
  WebhookEndpoint,
  "id" | "userId" | "url" | "events" | "enabled" | "failureCount" | "exhaustedCount"
> & {
  /** The database's time. */
  now: Date;
};

/** Locks an endpoint until the transaction ends. To avoid deadlocks, it is always locked before its deliveries. */
export async function lockEndpoint(tx: Context, id: string): Promise<EndpointHealth | undefined> {
  const [endpoint] = await read<EndpointHealth>(tx, "webhooks.lock")`
    SELECT id, "userId", url, events, enabled, "failureCount", "exhaustedCount", ${NOW} AS now
    FROM "WebhookEndpoint" WHERE id = ${id} FOR NO KEY UPDATE`;
  return endpoint;
}

interface AttemptFailure {
  deliveryId: string;
  error: string;
  /** The delivery has no attempts left. */
  exhausted: boolean;
  /** The receiver answered 410 Gone. */
  gone: boolean;
}

/** Requires the endpoint to be locked. @returns whether the endpoint is still enabled */
export async function countFailure(tx: Context, endpoint: EndpointHealth, failure: AttemptFailure): Promise<boolean> {
  const failures = endpoint.failureCount + 1;
  const exhausted = endpoint.exhaustedCount + (failure.exhausted ? 1 : 0);
  await write(tx, "webhooks.countFailure")`
    UPDATE "WebhookEndpoint" SET "failureCount" = ${failures}, "exhaustedCount" = ${exhausted}
    WHERE id = ${endpoint.id}`;
  const action = failure.gone ? "disable" : healthActionFor({ failures, exhausted });
  if (action === "none") return true;
  const reason = failure.gone
    ? "The receiver answered 410 Gone."
    : `${failures} attempts in a row failed. ${failure.error}`;
  if (action === "disable") {
    await disableEndpoint(tx, endpoint.id, reason);
    const fields = { endpointId: endpoint.id, deliveryId: failure.deliveryId, failures, reason };
    tx.afterCommit(async () => log.warn("webhook endpoint disabled", fields));
  }
  await notifyOwner(tx, endpoint, { action, reason, deliveryId: failure.deliveryId });
  return action !== "disable";
}

/** The notification is keyed by the delivery that caused it, so that a later warning is a notification of its own. */
function notifyOwner(
  tx: Context,
  endpoint: EndpointHealth,
  { action, reason, deliveryId }: { action: Exclude<HealthAction, "none">; reason: string; deliveryId: string },
): Promise<void> {
  const { host } = new URL(endpoint.url);
  return notifyFromPlatform(tx, {
    userIds: [endpoint.userId],
    subjectId: `${action}:${deliveryId}`,
    preview:
      action === "disable"
        ? `Your webhook to ${host} was disabled. ${reason}`
        : `Your webhook to ${host} keeps failing: ${reason} It will be disabled if this continues.`,
    link: `/settings/developer/webhooks/${endpoint.id}`,
  });
}

/**
 * Disables an endpoint, which must be locked, and fails its pending deliveries. An attempt in progress settles by its
 * own outcome.
 * @param reason null if the owner disabled it
 */
export async function disableEndpoint(tx: Context, id: string, reason: string | null): Promise<void> {
  await write(tx, "webhooks.disable")`
    UPDATE "WebhookEndpoint" SET enabled = false, "disabledReason" = ${reason}, "disabledAt" = ${tx.now} WHERE id = ${id}`;
  await write(tx, "deliveries.failPending")`
    UPDATE "Delivery"
      SET status = CASE WHEN "deliveredAt" IS NULL THEN 'failed' ELSE 'delivered' END::"DeliveryStatus",
          "nextAttemptAt" = NULL, error = 'The endpoint was disabled before this was sent.'
    WHERE "endpointId" = ${id} AND status = 'pending'`;
}

/** Enables an endpoint, which must be locked, and remembers since when nothing was queued for it. */
export async function enableEndpoint(tx: Context, id: string): Promise<void> {
  const [row] = await read<GapColumns>(tx, "webhooks.gaps")`
    SELECT ${gapColumns} FROM "WebhookEndpoint" WHERE id = ${id}`;
  const gaps = withGap(row!.gaps, { from: row!.disabledSince.toISOString(), to: tx.now.toISOString() });
  await write(tx, "webhooks.enable")`
    UPDATE "WebhookEndpoint"
      SET enabled = true, "failureCount" = 0, "exhaustedCount" = 0, "disabledReason" = NULL, "disabledAt" = NULL,
          gaps = ${JSON.stringify(gaps)}::jsonb
    WHERE id = ${id}`;
}

/** Endpoints and deliveries that the overview shows, each at a glance. */
const SHOWN = 10;

/** A failing endpoint as staff may see it: its owner and host, without anything that could contain a secret. */
export interface FailingEndpoint {
  id: string;
  ownerId: string;
  handle: string;
  host: string;
  enabled: boolean;
  disabledReason: string | null;
  failureCount: number;
}

/** Lists endpoints that were disabled for their failures, or whose last attempts failed; the worst first. */
export async function listFailingEndpoints(ctx: Context): Promise<FailingEndpoint[]> {
  const rows = await read<Omit<FailingEndpoint, "host"> & { url: string }>(ctx, "webhooks.failing")`
    SELECT e.id, e."userId" AS "ownerId", u.handle, e.url, e.enabled, e."disabledReason", e."failureCount"
    FROM (SELECT * FROM "WebhookEndpoint" WHERE "failureCount" > 0 ORDER BY "failureCount" DESC, id
        LIMIT ${literal(SHOWN)}) e JOIN "User" u ON u.id = e."userId"
    ORDER BY e."failureCount" DESC, e.id`;
  return rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host }));
}

export interface RecentDelivery {
  id: string;
  event: string;
  status: string;
  attempts: number;
  createdAt: string;
  handle: string;
  host: string;
}

type RecentRow = Omit<RecentDelivery, "host" | "createdAt"> & { url: string; createdAt: Date };

/** Lists the newest deliveries of all accounts. Ids begin with the time; no index has the time of all deliveries. */
export async function listRecentDeliveries(ctx: Context): Promise<RecentDelivery[]> {
  const rows = await read<RecentRow>(ctx, "webhooks.recent")`
    SELECT d.id, d.event, d.status, d.attempts, d."createdAt", u.handle, e.url
    FROM (SELECT * FROM "Delivery" ORDER BY id DESC LIMIT ${literal(SHOWN)}) d
    JOIN "WebhookEndpoint" e ON e.id = d."endpointId" JOIN "User" u ON u.id = e."userId" ORDER BY d.id DESC`;
  return rows.map(({ url, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    host: new URL(url).host,
  }));
}
