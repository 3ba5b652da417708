import { redeliver, sendTestEvent } from "@/lib/domain/consequences/webhooks/delivery/commands";
import {
  checkDestination,
  createEndpoint,
  deleteEndpoint,
  rotateSecret,
  updateEndpoint,
} from "@/lib/domain/consequences/webhooks/commands";
import { getEndpoint, listDeliveries, listEndpoints } from "@/lib/domain/consequences/webhooks/queries";
import { DELIVERY_RETENTION_DAYS } from "@/lib/domain/consequences/webhooks/rules";
import {
  createdEndpoint,
  delivery,
  endpoint as endpointSchema,
  endpointChanges,
  endpointDetails,
  endpointList,
  loggedDelivery,
  newEndpoint,
  rotatedSecret,
  secretRotation,
} from "@/lib/domain/consequences/webhooks/schema";
import { apiOperation } from "@/lib/http/operation";

const change = { writes: "webhooks", scope: "manage:webhooks" } as const;

/** docs/contract.md#webhook-management */
export const webhooks = {
  list: apiOperation("GET /api/v1/webhooks", {
    scope: "manage:webhooks",
    summary: "List your webhook endpoints",
    description: "Returns all of them (at most ten), newest first.",
    returns: endpointList,
    run: listEndpoints,
  }),
  create: apiOperation("POST /api/v1/webhooks", {
    ...change,
    summary: "Register a webhook endpoint",
    description:
      "Starts delivering the chosen events, signed with the secret in this response. The secret is shown only once.",
    secret: true,
    body: newEndpoint,
    status: 201,
    returns: createdEndpoint,
    example: {
      url: "https://example.com/hooks/pegboard",
      events: ["post.created", "post.deleted"],
      description: "Production",
    },
    errors: ["conflict"],
    prepare: checkDestination,
    run: createEndpoint,
  }),
  get: apiOperation("GET /api/v1/webhooks/{id}", {
    scope: "manage:webhooks",
    summary: "Get a webhook endpoint",
    description: "Includes its health and most recent deliveries.",
    returns: endpointDetails,
    run: getEndpoint,
  }),
  update: apiOperation("PATCH /api/v1/webhooks/{id}", {
    ...change,
    summary: "Update a webhook endpoint",
    description:
      "Updates the given fields only. Nothing is queued while an endpoint is disabled, and re-enabling it does not send what was missed.",
    body: endpointChanges,
    returns: endpointSchema,
    example: { enabled: false },
    prepare: checkDestination,
    run: updateEndpoint,
  }),
  delete: apiOperation("DELETE /api/v1/webhooks/{id}", {
    ...change,
    summary: "Delete a webhook endpoint",
    description: "Permanently removes the endpoint and its deliveries. Queued deliveries are not sent.",
    returns: null,
    run: deleteEndpoint,
  }),
  rotateSecret: apiOperation("POST /api/v1/webhooks/{id}/rotate-secret", {
    ...change,
    summary: "Rotate the signing secret",
    description:
      "During the grace period, deliveries are signed with both secrets, the new one first, so that receivers can switch over without missing any.",
    secret: true,
    body: secretRotation,
    returns: rotatedSecret,
    example: { graceSeconds: 86_400 },
    run: rotateSecret,
  }),
  test: apiOperation("POST /api/v1/webhooks/{id}/test", {
    ...change,
    summary: "Send a test event",
    description:
      "Delivers a `webhook.test` event, whatever the endpoint subscribes to. There is one attempt, and a failure does not count against the endpoint.",
    status: 201,
    returns: delivery,
    errors: ["conflict"],
    run: sendTestEvent,
  }),
  listDeliveries: apiOperation("GET /api/v1/webhooks/{id}/deliveries", {
    scope: "manage:webhooks",
    summary: "List an endpoint's deliveries",
    description: `Deliveries of the last ${DELIVERY_RETENTION_DAYS} days, newest first, with request and response bodies and a log of attempts.`,
    paginated: true,
    returns: loggedDelivery,
    run: listDeliveries,
  }),
  redeliver: apiOperation("POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", {
    ...change,
    summary: "Redeliver",
    description:
      "Sends the delivery again right away with the same id and body, whatever its status. A failure does not count against the endpoint.",
    returns: delivery,
    errors: ["conflict"],
    run: redeliver,
  }),
};
