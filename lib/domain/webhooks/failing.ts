import { type Context, read } from "@/lib/domain/context";
import { literal, sql } from "@/lib/infra/database/sql";

/** Our choice: endpoints and deliveries that the overview shows. */
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

/** Lists endpoints that were disabled because they failed, or whose last attempts failed; the worst first. */
export async function listFailingEndpoints(ctx: Context): Promise<FailingEndpoint[]> {
  const rows = await read<Omit<FailingEndpoint, "host"> & { url: string }>(
    ctx,
    "webhooks.failing",
    sql`SELECT e.id, e."userId" AS "ownerId", u.handle, e.url, e.enabled, e."disabledReason", e."failureCount"
      FROM (SELECT * FROM "WebhookEndpoint" WHERE "failureCount" > 0 ORDER BY "failureCount" DESC, id
          LIMIT ${literal(SHOWN)}) e JOIN "User" u ON u.id = e."userId"
      ORDER BY e."failureCount" DESC, e.id`,
  );
  return rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host }));
}

/** A delivery as staff may see it. */
export interface RecentDelivery {
  id: string;
  event: string;
  status: string;
  attempts: number;
  createdAt: string;
  handle: string;
  host: string;
}

/** Lists the newest deliveries of all accounts, by their ids: later ones sort later. */
export async function listRecentDeliveries(ctx: Context): Promise<RecentDelivery[]> {
  const rows = await read<Omit<RecentDelivery, "host" | "createdAt"> & { url: string; createdAt: Date }>(
    ctx,
    "webhooks.recent",
    sql`SELECT d.id, d.event, d.status, d.attempts, d."createdAt", u.handle, e.url
      FROM (SELECT * FROM "Delivery" ORDER BY id DESC LIMIT ${literal(SHOWN)}) d
      JOIN "WebhookEndpoint" e ON e.id = d."endpointId" JOIN "User" u ON u.id = e."userId" ORDER BY d.id DESC`,
  );
  return rows.map(({ url, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    host: new URL(url).host,
  }));
}
