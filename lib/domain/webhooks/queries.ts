import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import {
  deliverySelect,
  endpointSelect,
  listedEndpointSelect,
  loggedColumns,
  type LoggedRow,
  presentDelivery,
  presentEndpoint,
  presentListedEndpoint,
  presentLoggedDelivery,
} from "./present";
import { RECENT_DELIVERIES } from "./rules";
import type { EndpointDetails, ListedEndpoint, LoggedDelivery } from "./schema";

const NEWEST = [{ createdAt: "desc" as const }, { id: "desc" as const }];

/** The caller's endpoints, newest first. There are never many. */
export async function listEndpoints(ctx: Context): Promise<{ data: ListedEndpoint[] }> {
  const rows = await ctx.db.webhookEndpoint.findMany({ where: { userId: ctx.actor.id }, select: listedEndpointSelect, orderBy: NEWEST });
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
  return { ...presentEndpoint(row), description, failureCount, disabledReason, recentDeliveries: deliveries.map(presentDelivery) };
}

/** Everything that an endpoint was sent, newest first. */
export async function listDeliveries(ctx: Context, { id, ...page }: { id: string } & PageRequest): Promise<Page<LoggedDelivery>> {
  if (!(await ctx.db.webhookEndpoint.findFirst({ where: { id, userId: ctx.actor.id }, select: { id: true } }))) throw notFound();
  return paginate<LoggedRow, LoggedDelivery>(page, {
    list: ["deliveries", id],
    rows: (after, take) =>
      read(
        ctx,
        "webhooks.deliveries",
        `SELECT ${loggedColumns} FROM "Delivery" d
          WHERE d."endpointId" = $1 AND (d."createdAt", d.id) < ($2::timestamptz, $3)
          ORDER BY d."createdAt" DESC, d.id DESC LIMIT $4`,
        [id, after.at, after.id, take],
      ),
    position: (row) => ({ at: row.createdAt, id: row.id }),
    present: presentLoggedDelivery,
  });
}
