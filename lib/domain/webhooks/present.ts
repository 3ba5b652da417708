import type { Prisma } from "@/lib/infra/prisma/client";
import type { AttemptEntry } from "./outcome";
import type { Delivery, Endpoint, ListedEndpoint, LoggedDelivery } from "./schema";

export const endpointSelect = { id: true, url: true, events: true, enabled: true } satisfies Prisma.WebhookEndpointSelect;
export const listedEndpointSelect = { ...endpointSelect, createdAt: true } satisfies Prisma.WebhookEndpointSelect;

export const deliverySelect = {
  id: true,
  event: true,
  status: true,
  attempts: true,
  responseStatus: true,
  error: true,
  durationMs: true,
  createdAt: true,
  deliveredAt: true,
  nextAttemptAt: true,
} satisfies Prisma.DeliverySelect;

type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof endpointSelect }>;
type DeliveryRow = Prisma.DeliveryGetPayload<{ select: typeof deliverySelect }>;

export function presentEndpoint({ id, url, events, enabled }: EndpointRow): Endpoint {
  return { id, url, events, enabled };
}

export function presentListedEndpoint({ createdAt, ...row }: EndpointRow & { createdAt: Date }): ListedEndpoint {
  return { ...presentEndpoint(row), createdAt: createdAt.toISOString() };
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}

/** The columns of a logged delivery, for a statement on `"Delivery" d`. */
export const loggedColumns = `d.id, d.event, d.status, d.attempts, d."responseStatus", d.error, d."durationMs", d."createdAt", d."deliveredAt", d."nextAttemptAt",
  d.sequence, d."eventId", d.body, d."responseBody", d."attemptLog"`;

export interface LoggedRow extends DeliveryRow {
  sequence: number;
  eventId: string | null;
  body: string;
  responseBody: string | null;
  attemptLog: AttemptEntry[];
}

export function presentLoggedDelivery({ body, sequence, eventId, responseBody, attemptLog, ...row }: LoggedRow): LoggedDelivery {
  return { ...presentDelivery(row), sequence, eventId, requestBody: body, responseBody, attemptLog };
}
