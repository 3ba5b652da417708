import type { InputOf } from "@/lib/client/routes";

type NewSubscription = InputOf<"PUT /api/push/subscription">;

/** Returns what the server has to know of a browser's subscription. */
export function describeSubscription(subscription: PushSubscription): NewSubscription {
  const { endpoint, keys = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}
