import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { type Sql, sql } from "@/lib/infra/database/sql";
import {
  deliveryColumns,
  type DeliveryRow,
  deliverySelect,
  endpointSelect,
  listedEndpointSelect,
  loggedColumns,
  type LoggedRow,
  presentDelivery,
  presentDeliveryDetails,
  presentEndpoint,
  presentListedEndpoint,
  presentLoggedDelivery,
} from "./present";
import { RECENT_DELIVERIES } from "./rules";
import type { Delivery, DeliveryDetails, EndpointDetails, ListedEndpoint, LoggedDelivery } from "./schema";

const NEWEST = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** Lists the caller's endpoints, newest first. Not paginated: there are at most `MAX_ENDPOINTS`. */
export async function listEndpoints(ctx: Context): Promise<{ data: ListedEndpoint[] }> {
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { userId: ctx.actor.id },
    select: listedEndpointSelect,
    orderBy: NEWEST,
  });
  return { data: rows.map(presentListedEndpoint) };
}

/**
 * Returns one of the caller's endpoints with its health and newest deliveries.
 * @throws `not_found`
 */
export async function getEndpoint(ctx: Context, { id }: { id: string }): Promise<EndpointDetails> {
  const row = await ctx.db.webhookEndpoint.findFirst({
    where: { id, userId: ctx.actor.id },
    select: {
      ...endpointSelect,
      description: true,
      failureCount: true,
      disabledReason: true,
      deliveries: { select: deliverySelect, orderBy: NEWEST, take: RECENT_DELIVERIES },
    },
  });
  if (!row) throw notFound();
  const { description, failureCount, disabledReason, deliveries } = row;
  return {
    ...presentEndpoint(row),
    description,
    failureCount,
    disabledReason,
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

/**
 * Returns one delivery of one of the caller's endpoints, with bodies, attempts and request headers.
 * @throws `not_found`
 */
export async function getDelivery(
  ctx: Context,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryDetails> {
  const [row] = await read<LoggedRow>(
    ctx,
    "webhooks.delivery",
    sql`SELECT ${loggedColumns} FROM "Delivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = ${deliveryId} AND e.id = ${id} AND e."userId" = ${ctx.actor.id}`,
  );
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
  if (!(await ctx.db.webhookEndpoint.findFirst({ where: { id, userId: ctx.actor.id }, select: { id: true } })))
    throw notFound();
  return paginate<Row, T>(page, {
    list: ["deliveries", id],
    rows: (after, take) =>
      read(
        ctx,
        name,
        sql`SELECT ${columns} FROM "Delivery" d
          WHERE d."endpointId" = ${id} AND (d."createdAt", d.id) < (${after.at}::timestamptz, ${after.id})
          ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${take}`,
      ),
    position: (row) => ({ at: row.createdAt, id: row.id }),
    present,
  });
}
