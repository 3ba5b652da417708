import { redeliver, sendTest } from "@/lib/domain/webhooks/by-hand";
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from "@/lib/domain/webhooks/commands";
import { getEndpoint, listDeliveries, listEndpoints } from "@/lib/domain/webhooks/queries";
import { DELIVERY_RETENTION_DAYS } from "@/lib/domain/webhooks/rules";
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
} from "@/lib/domain/webhooks/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.8 */
export const webhooks = {
  list: endpoint("GET /api/v1/webhooks", {
    scope: "manage:webhooks",
    summary: "List your webhook endpoints",
    description: "All of them, at most ten, newest first.",
    returns: endpointList,
    run: listEndpoints,
  }),
  create: endpoint("POST /api/v1/webhooks", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Register a webhook endpoint",
    description:
      "From now on the events it asks for are delivered to it, signed with the secret in this answer. The secret is shown this once.",
    idempotent: true,
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
    run: createEndpoint,
  }),
  get: endpoint("GET /api/v1/webhooks/{id}", {
    scope: "manage:webhooks",
    summary: "Get a webhook endpoint",
    description: "With its health and its newest deliveries.",
    returns: endpointDetails,
    run: getEndpoint,
  }),
  update: endpoint("PATCH /api/v1/webhooks/{id}", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Change a webhook endpoint",
    description:
      "Changes what is given and leaves the rest. While an endpoint is disabled nothing is queued for it, and enabling it sends nothing old.",
    idempotent: true,
    body: endpointChanges,
    returns: endpointSchema,
    example: { enabled: false },
    run: updateEndpoint,
  }),
  delete: endpoint("DELETE /api/v1/webhooks/{id}", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Delete a webhook endpoint",
    description: "Removes it for good, with its deliveries. What was queued for it is not sent.",
    idempotent: true,
    status: 204,
    returns: null,
    run: deleteEndpoint,
  }),
  rotateSecret: endpoint("POST /api/v1/webhooks/{id}/rotate-secret", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Give a webhook endpoint a new secret",
    description:
      "For the grace period deliveries carry a signature of each secret, the new one first, so that a receiver can change over without a gap.",
    idempotent: true,
    secret: true,
    body: secretRotation,
    returns: rotatedSecret,
    example: { graceSeconds: 86_400 },
    run: rotateSecret,
  }),
  test: endpoint("POST /api/v1/webhooks/{id}/test", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Send a test",
    description:
      "Delivers a `webhook.test` to the endpoint, whatever it subscribed to: one attempt, which never harms its health.",
    idempotent: true,
    status: 201,
    returns: delivery,
    errors: ["conflict"],
    run: sendTest,
  }),
  listDeliveries: endpoint("GET /api/v1/webhooks/{id}/deliveries", {
    scope: "manage:webhooks",
    summary: "List an endpoint's deliveries",
    description: `Of the last ${DELIVERY_RETENTION_DAYS} days, newest first, with the bodies of request and answer and how each attempt went.`,
    paginated: true,
    returns: loggedDelivery,
    run: listDeliveries,
  }),
  redeliver: endpoint("POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Send a delivery again",
    description:
      "Now, with the same body and id, whether it failed, waits or arrived. It never harms the endpoint's health.",
    idempotent: true,
    returns: delivery,
    errors: ["conflict"],
    run: redeliver,
  }),
};
