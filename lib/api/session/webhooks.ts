import { webhooks as api } from "@/lib/api/v1/webhooks";
import { sessionRoute } from "@/lib/http/operation";

/** Webhook endpoints, as in the public API. Returning a secret requires a proof of identity, as it does for keys. */
export const webhooks = {
  list: sessionRoute(api.list),
  create: { ...sessionRoute(api.create), stepUp: true },
  get: sessionRoute(api.get),
  update: sessionRoute(api.update),
  delete: sessionRoute(api.delete),
  rotateSecret: { ...sessionRoute(api.rotateSecret), stepUp: true },
  test: sessionRoute(api.test),
  listDeliveries: sessionRoute(api.listDeliveries),
  redeliver: sessionRoute(api.redeliver),
};
