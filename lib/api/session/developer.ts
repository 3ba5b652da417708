import { issueKey, revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { listKeys } from "@/lib/domain/accounts/keys/queries";
import { issuedKey, keyList, newKey, rotation } from "@/lib/domain/accounts/keys/schema";
import { getDelivery, listDeliverySummaries } from "@/lib/domain/consequences/webhooks/queries";
import { delivery, deliveryDetails } from "@/lib/domain/consequences/webhooks/schema";
import { requests as api } from "@/lib/api/v1/requests";
import { sandbox as sandboxApi } from "@/lib/api/v1/sandbox";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

export const keys = {
  list: sessionOperation("GET /api/developer/keys", { returns: keyList, run: listKeys }),
  issue: sessionOperation("POST /api/developer/keys", {
    writes: "keys",
    stepUp: true,
    body: newKey,
    status: 201,
    returns: issuedKey,
    secret: true,
    run: issueKey,
  }),
  rotate: sessionOperation("POST /api/developer/keys/{id}/rotate", {
    writes: "keys",
    stepUp: true,
    body: rotation,
    returns: issuedKey,
    secret: true,
    run: rotateKey,
  }),
  revoke: sessionOperation("DELETE /api/developer/keys/{id}", { writes: "profile", returns: null, run: revokeKey }),
};

/** The delivery log of a webhook endpoint. All other endpoint operations are session routes of public ones. */
export const deliveries = {
  list: sessionOperation("GET /api/developer/webhooks/{id}/deliveries", {
    paginated: true,
    returns: delivery,
    run: listDeliverySummaries,
  }),
  get: sessionOperation("GET /api/developer/webhooks/{id}/deliveries/{deliveryId}", {
    returns: deliveryDetails,
    run: getDelivery,
  }),
};

export const requests = {
  list: { ...sessionRoute(api.list), path: "/api/developer/requests" },
  summarize: { ...sessionRoute(api.summarize), path: "/api/developer/requests/summary" },
};

export const sandbox = {
  get: sessionRoute(sandboxApi.get),
  make: sessionRoute(sandboxApi.make),
  delete: sessionRoute(sandboxApi.delete),
  advance: sessionRoute(sandboxApi.advance),
};
