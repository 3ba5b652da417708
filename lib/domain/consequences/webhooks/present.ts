import type { AttemptEntry } from "@/lib/domain/consequences/webhooks/delivery/outcome";
import type { Delivery as DeliveryModel, WebhookEndpoint } from "@/lib/infra/prisma/client";
import { VISIBLE_EVENT } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import type { EndpointFilter } from "./filter";
import type { Gap } from "./rules";
import type { Delivery, DeliveryDetails, Endpoint, ListedEndpoint, LoggedDelivery } from "./schema";
import { signedHeaders } from "./signing";

/** Releases before `disabledAt` did not store it: then the gap begins with the last delivery. */
export const gapColumns = sql`gaps, COALESCE("disabledAt", "lastQueuedAt", "createdAt") AS "disabledSince"`;

export interface GapColumns {
  gaps: Gap[];
  /** If it is disabled. */
  disabledSince: Date;
}

export const endpointColumns = sql`id, url, events, filter, "fullPayload", description, enabled, "disabledReason", "createdAt", ${gapColumns}`;

export type EndpointColumns = Pick<
  WebhookEndpoint,
  "id" | "url" | "events" | "fullPayload" | "description" | "enabled" | "disabledReason" | "createdAt"
> &
  GapColumns & { filter: EndpointFilter | null };

export function presentEndpoint(row: EndpointColumns): Endpoint {
  const { id, url, events, filter, fullPayload, description, enabled, disabledReason } = row;
  return {
    id,
    url,
    events,
    ...(filter !== null && { filter }),
    ...(fullPayload && { payload: "full" }),
    description,
    enabled,
    disabledReason,
    gaps: presentGaps(row),
  };
}

export function presentListedEndpoint(row: EndpointColumns): ListedEndpoint {
  return { ...presentEndpoint(row), createdAt: row.createdAt.toISOString() };
}

export function presentGaps({
  enabled,
  gaps,
  disabledSince,
}: GapColumns & Pick<WebhookEndpoint, "enabled">): Endpoint["gaps"] {
  return enabled ? gaps : [...gaps, { from: disabledSince.toISOString(), to: null }];
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}

export const deliveryColumns = sql`d.id, d.event, d.status, d.attempts, d."responseStatus", d.error, d."durationMs", d."createdAt", d."deliveredAt", d."nextAttemptAt"`;

type Times = "createdAt" | "deliveredAt" | "nextAttemptAt";
export type DeliveryRow = Omit<Delivery, Times> & Pick<DeliveryModel, Times>;

export const loggedColumns = sql`${deliveryColumns}, d.sequence, d."eventId", d.body, d."responseBody", d."attemptLog",
  EXISTS (SELECT FROM "Event" e WHERE e.id = d."eventId" AND NOT ${VISIBLE_EVENT}) AS "isHidden"`;

export type LoggedRow = DeliveryRow &
  Pick<DeliveryModel, "sequence" | "eventId" | "body" | "responseBody"> & {
    attemptLog: AttemptEntry[];
    /** Whether the account may no longer see what the event says. */
    isHidden: boolean;
  };

export function presentLoggedDelivery({
  body,
  sequence,
  eventId,
  responseBody,
  attemptLog,
  isHidden,
  ...row
}: LoggedRow): LoggedDelivery {
  const requestBody = isHidden ? withoutContent(body) : body;
  return { ...presentDelivery(row), sequence, eventId, requestBody, responseBody, attemptLog };
}

/** Returns the body of a delivery without what its event says of anybody. */
function withoutContent(body: string): string {
  const { resource, ...envelope } = JSON.parse(body) as { resource?: object | null };
  return JSON.stringify({ ...envelope, data: {}, ...(resource !== undefined && { resource: null }) });
}

export function presentDeliveryDetails(row: LoggedRow): DeliveryDetails {
  return { ...presentLoggedDelivery(row), requestHeaders: presentHeaders(row) };
}

/** Leaves out signatures: those are computed for every attempt and not stored. */
function presentHeaders({ id, event, body, attemptLog }: LoggedRow): DeliveryDetails["requestHeaders"] {
  const last = attemptLog.at(-1);
  const signedAt = new Date(last ? Date.parse(last.at) - last.durationMs : 0);
  const unknown = last ? /signature$/i : /(signature|timestamp)$/i;
  return Object.entries(signedHeaders({ id, event, body }, [], signedAt)).map(([name, value]) => ({
    name,
    value: unknown.test(name) ? null : value,
  }));
}
