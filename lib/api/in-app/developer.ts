import { issueKey, revokeKey, rotateKey } from "@/lib/domain/keys/commands";
import { listKeys } from "@/lib/domain/keys/queries";
import { issuedKey, keyList, newKey, rotation } from "@/lib/domain/keys/schema";
import { getDelivery, listDeliveriesInShort } from "@/lib/domain/webhooks/queries";
import { delivery, deliveryDetails } from "@/lib/domain/webhooks/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** API keys, for their owner's browser. */
export const keys = {
  list: appEndpoint("GET /api/developer/keys", { summary: "List your keys", returns: keyList, run: listKeys }),
  issue: appEndpoint("POST /api/developer/keys", {
    writes: "keys",
    summary: "Make a key",
    body: newKey,
    status: 201,
    returns: issuedKey,
    secret: true,
    run: issueKey,
  }),
  rotate: appEndpoint("POST /api/developer/keys/{id}/rotate", {
    writes: "keys",
    summary: "Give a key a new secret",
    body: rotation,
    returns: issuedKey,
    secret: true,
    run: rotateKey,
  }),
  revoke: appEndpoint("DELETE /api/developer/keys/{id}", {
    writes: "profile",
    summary: "Revoke a key",
    status: 204,
    returns: null,
    run: revokeKey,
  }),
};

/** The log of an endpoint, for a page that shows lines and opens some of them. What else it does are twins of the API's operations. */
export const deliveries = {
  list: appEndpoint("GET /api/developer/webhooks/{id}/deliveries", {
    summary: "List an endpoint's deliveries, in short",
    paginated: true,
    returns: delivery,
    run: listDeliveriesInShort,
  }),
  get: appEndpoint("GET /api/developer/webhooks/{id}/deliveries/{deliveryId}", {
    summary: "Look into a delivery",
    returns: deliveryDetails,
    run: getDelivery,
  }),
};
