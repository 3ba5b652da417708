import { webhooks as api } from "@/lib/api/v1/webhooks";
import { sessionRoute, sessionRoutes } from "@/lib/http/operation";

/** Returning a secret requires a proof of identity, as it does for keys. */
export const webhooks = {
  ...sessionRoutes(api),
  create: { ...sessionRoute(api.create), stepUp: true },
  rotateSecret: { ...sessionRoute(api.rotateSecret), stepUp: true },
};
