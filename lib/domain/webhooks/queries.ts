import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
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

/** The caller's endpoints, newest first. There are never many. */
export async function listEndpoints(ctx: Context): Promise<{ data: ListedEndpoint[] }> {
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { userId: ctx.actor.id },
    select: listedEndpointSelect,
    orderBy: NEWEST,
  });
  return { data: rows.map(presentListedEndpoint) };
}

/** One of the caller's endpoints with its health and its newest deliveries. */
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

/** Everything that an endpoint was sent, newest first, with what was said. */
export function listDeliveries(ctx: Context, asked: { id: string } & PageRequest): Promise<Page<LoggedDelivery>> {
  return pageOfDeliveries(ctx, asked, {
    name: "webhooks.deliveries",
    columns: loggedColumns,
    present: presentLoggedDelivery,
  });
}

/** The same in short. Only what is opened needs its bodies. */
export function listDeliveriesInShort(ctx: Context, asked: { id: string } & PageRequest): Promise<Page<Delivery>> {
  return pageOfDeliveries(ctx, asked, {
    name: "webhooks.deliveriesInShort",
    columns: deliveryColumns,
    present: presentDelivery,
  });
}

/** One delivery of one of the caller's endpoints, with all that is kept of it. */
export async function getDelivery(
  ctx: Context,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryDetails> {
  const [row] = await read<LoggedRow>(
    ctx,
    "webhooks.delivery",
    `SELECT ${loggedColumns} FROM "Delivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId" WHERE d.id = $1 AND e.id = $2 AND e."userId" = $3`,
    [deliveryId, id, ctx.actor.id],
  );
  if (!row) throw notFound();
  return presentDeliveryDetails(row);
}

interface Shape<Row, T> {
  name: string;
  columns: string;
  present(row: Row): T;
}

async function pageOfDeliveries<Row extends DeliveryRow, T>(
  ctx: Context,
  { id, ...page }: { id: string } & PageRequest,
  { name, columns, present }: Shape<Row, T>,
): Promise<Page<T>> {
  if (!(await ctx.db.webhookEndpoint.findFirst({ where: { id, userId: ctx.actor.id }, select: { id: true } })))
    throw notFound();
  return paginate<Row, T>(page, {
    list: ["deliveries", id],
    rows: (after, take) =>
      read(
        ctx,
        name,
        `SELECT ${columns} FROM "Delivery" d
          WHERE d."endpointId" = $1 AND (d."createdAt", d.id) < ($2::timestamptz, $3)
          ORDER BY d."createdAt" DESC, d.id DESC LIMIT $4`,
        [id, after.at, after.id, take],
      ),
    position: (row) => ({ at: row.createdAt, id: row.id }),
    present,
  });
}
