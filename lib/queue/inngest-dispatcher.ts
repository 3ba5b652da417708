import type { Dispatcher, QueuedDelivery } from "@/lib/domain/webhooks/delivery/dispatch";
import type { InngestSettings } from "@/lib/infra/inngest";
import { log, onceAMinute } from "@/lib/infra/log";

/** How long Inngest may take to accept deliveries. Even if it accepts them later, each is still attempted once. */
const SEND_TIMEOUT_MS = 2000;
/** After a failure nothing is sent for this long: an outage costs one try now and then, not one for every act. */
const COOLDOWN_MS = 10_000;

/** Creates a dispatcher that sends deliveries to Inngest, and uses `fallback` while that fails. */
export function createInngestDispatcher(settings: InngestSettings, fallback: Dispatcher): Dispatcher {
  const reportFailure = onceAMinute((error, suppressed) => log.warn("inngest dispatch failed", { error, suppressed }));
  const sender = loadSender(settings);
  let openUntilMs = 0;
  return async (deliveries) => {
    if (Date.now() < openUntilMs) return fallback(deliveries);
    try {
      const send = await sender;
      await withTimeout(send(deliveries));
    } catch (error) {
      openUntilMs = Date.now() + COOLDOWN_MS;
      reportFailure(error);
      await fallback(deliveries);
    }
  };
}

/** The SDK is large, so it is loaded only where it is used. */
async function loadSender(settings: InngestSettings): Promise<(deliveries: QueuedDelivery[]) => Promise<unknown>> {
  const [{ openInngest }, { sendToInngest }] = await Promise.all([
    import("@/lib/infra/inngest"),
    import("./inngest-event"),
  ]);
  const client = openInngest(settings);
  return (deliveries) => sendToInngest(client, deliveries);
}

function withTimeout<T>(sending: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No response within ${SEND_TIMEOUT_MS} ms`)), SEND_TIMEOUT_MS);
    sending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
