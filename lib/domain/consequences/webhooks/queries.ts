import { type Context, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type Sql, literal } from "@/lib/infra/database/sql";
import type { WebhookEndpoint } from "@/lib/infra/prisma/client";
import {
  deliveryColumns,
  type DeliveryRow,
  type EndpointColumns,
  endpointColumns,
  type GapColumns,
  gapColumns,
  loggedColumns,
  type LoggedRow,
  presentDelivery,
  presentDeliveryDetails,
  presentEndpoint,
  presentGaps,
  presentListedEndpoint,
  presentLoggedDelivery,
} from "./present";
import type { EndpointFilter } from "./filter";
import { DELIVERY_RETENTION_DAYS, RECENT_DELIVERIES, OVERVIEW_DAYS } from "./rules";
import type { Delivery, DeliveryDetails, EndpointDetails, ListedEndpoint, LoggedDelivery } from "./schema";
import { DAY_MS, daysBefore } from "@/lib/domain/kernel/durations";
import type { AttemptEntry } from "@/lib/domain/consequences/webhooks/delivery/outcome";

/** Lists the caller's endpoints. Not paginated: there are at most `MAX_ENDPOINTS`. */
export async function listEndpoints(ctx: Context): Promise<{ data: ListedEndpoint[] }> {
  const rows = await read<EndpointColumns>(ctx, "webhooks.list")`
    SELECT ${endpointColumns} FROM "WebhookEndpoint" WHERE "userId" = ${ctx.actor.id}
    ORDER BY "createdAt" DESC, id DESC`;
  return { data: rows.map(presentListedEndpoint) };
}

type DetailedRow = EndpointColumns & Pick<WebhookEndpoint, "failureCount">;

/** Returns one endpoint of the caller's. @throws `not_found` */
export async function getEndpoint(ctx: Context, { id }: { id: string }): Promise<EndpointDetails> {
  const [row] = await read<DetailedRow>(ctx, "webhooks.one")`
    SELECT ${endpointColumns}, "failureCount" FROM "WebhookEndpoint"
    WHERE id = ${id} AND "userId" = ${ctx.actor.id}`;
  if (!row) throw notFound();
  const deliveries = await read<DeliveryRow>(ctx, "webhooks.newestDeliveries")`
    SELECT ${deliveryColumns} FROM "Delivery" d
    WHERE d."endpointId" = ${id} AND d."createdAt" >= ${daysBefore(ctx.now, DELIVERY_RETENTION_DAYS)}
    ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${literal(RECENT_DELIVERIES)}`;
  return {
    ...presentEndpoint(row),
    failureCount: row.failureCount,
    recentDeliveries: deliveries.map(presentDelivery),
  };
}

/** Lists an endpoint's deliveries with their bodies and attempts, newest first. */
export function listDeliveries(ctx: Context, request: { id: string } & PageRequest): Promise<Page<LoggedDelivery>> {
  return paginateDeliveries(ctx, request, {
    name: "webhooks.deliveries",
    columns: loggedColumns,
    present: presentLoggedDelivery,
  });
}

/** Lists an endpoint's deliveries without bodies, newest first. */
export function listDeliverySummaries(ctx: Context, request: { id: string } & PageRequest): Promise<Page<Delivery>> {
  return paginateDeliveries(ctx, request, {
    name: "webhooks.deliverySummaries",
    columns: deliveryColumns,
    present: presentDelivery,
  });
}

/** Returns bodies, attempts and request headers. @throws `not_found` */
export async function getDelivery(
  ctx: Context,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryDetails> {
  const [row] = await read<LoggedRow>(ctx, "webhooks.delivery")`
    SELECT ${loggedColumns} FROM "Delivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
    WHERE d.id = ${deliveryId} AND e.id = ${id} AND e."userId" = ${ctx.actor.id}`;
  if (!row) throw notFound();
  return presentDeliveryDetails(row);
}

interface Projection<Row, T> {
  name: "webhooks.deliveries" | "webhooks.deliverySummaries";
  columns: Sql;
  present(row: Row): T;
}

async function paginateDeliveries<Row extends DeliveryRow, T>(
  ctx: Context,
  { id, ...page }: { id: string } & PageRequest,
  { name, columns, present }: Projection<Row, T>,
): Promise<Page<T>> {
  const [endpoint] = await read<{ id: string }>(ctx, "webhooks.ownOne")`
    SELECT id FROM "WebhookEndpoint" WHERE id = ${id} AND "userId" = ${ctx.actor.id}`;
  if (!endpoint) throw notFound();
  const oldest = daysBefore(ctx.now, DELIVERY_RETENTION_DAYS);
  return paginate<Row, T>(page, {
    list: ["deliveries", id],
    rows: (after, take) =>
      read<Row>(ctx, name)`
        SELECT ${columns} FROM "Delivery" d
        WHERE d."endpointId" = ${id} AND (d."createdAt", d.id) < (${after.at}::timestamptz, ${after.id})
          AND d."createdAt" <= ${after.at}::timestamptz AND d."createdAt" >= ${oldest}::timestamptz
        ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${take}`,
    position: (row) => ({ at: row.createdAt, id: row.id }),
    present,
  });
}

/** The outcomes of the deliveries created on one day (UTC). Pending ones are not counted yet. */
export interface Day {
  /** `2026-11-21` */
  date: string;
  delivered: number;
  failed: number;
}

export interface EndpointOverview {
  id: string;
  url: string;
  description: string;
  events: string[];
  filter: EndpointFilter | null;
  payload: "thin" | "full";
  enabled: boolean;
  /** Null if the owner disabled it. */
  disabledReason: string | null;
  failureCount: number;
  gaps: EndpointDetails["gaps"];
  createdAt: string;
  /** When the previous secret stops signing, while it still does. */
  oldSecretEndsAt: string | null;
  /** The last `OVERVIEW_DAYS` days, oldest first, today last. */
  days: Day[];
  /** Pending deliveries. */
  waiting: number;
  /** The latest attempt among the newest deliveries. */
  lastAttempt: AttemptEntry | null;
}

interface EndpointRow extends Omit<EndpointOverview, "createdAt" | "oldSecretEndsAt" | "days" | "gaps">, GapColumns {
  createdAt: Date;
  previousSecretEndsAt: Date | null;
  counts: Day[];
}

export async function listEndpointOverviews(ctx: Context): Promise<EndpointOverview[]> {
  return (await readOverviews(ctx, null)).map((row) => presentOverview(ctx, row));
}

/** Returns one endpoint of the caller's, as the site shows it. @throws `not_found` */
export async function getEndpointOverview(ctx: Context, { id }: { id: string }): Promise<EndpointOverview> {
  const [row] = await readOverviews(ctx, id);
  if (!row) throw notFound();
  return presentOverview(ctx, row);
}

/** Reads one endpoint, or all of the caller's if `id` is null. */
function readOverviews(ctx: Context, id: string | null): Promise<EndpointRow[]> {
  return read<EndpointRow>(ctx, "webhooks.overview")`
    SELECT e.id, e.url, e.description, e.events, e.filter, CASE WHEN e."fullPayload" THEN 'full' ELSE 'thin' END AS payload, e.enabled, e."disabledReason", e."failureCount", e."createdAt", e."previousSecretEndsAt", ${gapColumns}, week.counts, latest.attempt AS "lastAttempt",
          (SELECT count(*)::int FROM "Delivery" d WHERE d."endpointId" = e.id AND d.status = 'pending') AS waiting
     FROM "WebhookEndpoint" e
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(to_jsonb(day)), '[]') AS counts FROM (
        SELECT (d."createdAt" AT TIME ZONE 'UTC')::date::text AS date,
               count(*) FILTER (WHERE d.status = 'delivered') AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed
          FROM "Delivery" d WHERE d."endpointId" = e.id AND d."createdAt" >= ${daysUpTo(ctx.now)[0]}::timestamptz
          GROUP BY 1) day) week
     LEFT JOIN LATERAL (
      SELECT recent."attemptLog" -> -1 AS attempt FROM (
        SELECT d."attemptLog" FROM "Delivery" d WHERE d."endpointId" = e.id AND d."createdAt" >= ${daysBefore(ctx.now, DELIVERY_RETENTION_DAYS)}::timestamptz
          ORDER BY d."createdAt" DESC, d.id DESC
          LIMIT ${literal(RECENT_DELIVERIES)}) recent
       WHERE recent."attemptLog" <> '[]' ORDER BY recent."attemptLog" -> -1 ->> 'at' DESC LIMIT 1) latest ON true
    WHERE e."userId" = ${ctx.actor.id} AND (${id}::text IS NULL OR e.id = ${id})
    ORDER BY e."createdAt" DESC, e.id DESC`;
}

function presentOverview(
  ctx: Context,
  { counts, createdAt, previousSecretEndsAt, disabledSince, ...row }: EndpointRow,
): EndpointOverview {
  const oldSecretSigns = previousSecretEndsAt !== null && previousSecretEndsAt > ctx.now;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    gaps: presentGaps({ ...row, disabledSince }),
    oldSecretEndsAt: oldSecretSigns ? previousSecretEndsAt.toISOString() : null,
    days: daysUpTo(ctx.now).map((date) => counts.find((day) => day.date === date) ?? { date, delivered: 0, failed: 0 }),
  };
}

/** Returns the dates of the last `OVERVIEW_DAYS` days up to `now`, oldest first. */
function daysUpTo(now: Date): string[] {
  return Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(now.getTime() - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
