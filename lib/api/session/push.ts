import { checkPushService, subscribe, unsubscribe } from "@/lib/domain/consequences/push/commands";
import { newPushSubscription, pushSubscription } from "@/lib/domain/consequences/push/schema";
import { isPushSetUp } from "@/lib/domain/consequences/push/vapid";
import { sessionOperation } from "@/lib/http/operation";

export const push = {
  subscribe: sessionOperation("PUT /api/push/subscription", {
    writes: "profile",
    body: newPushSubscription,
    returns: pushSubscription,
    available: isPushSetUp,
    prepare: checkPushService,
    run: subscribe,
  }),
  unsubscribe: sessionOperation("DELETE /api/push/subscription", {
    writes: "profile",
    returns: null,
    available: isPushSetUp,
    run: unsubscribe,
  }),
};
