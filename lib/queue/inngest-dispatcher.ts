import type { InngestSettings } from "@/lib/infra/inngest";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { withTimeout } from "@/lib/infra/timeout";

/** How long Inngest may take to accept work. Even if it accepts it later, each delivery or letter is attempted once. */
const SEND_TIMEOUT_MS = 2000;
/** After a failure, nothing is sent for this long, so that during an outage not every act pays for a try. */
const COOLDOWN_MS = 10_000;

type Senders = Pick<typeof import("./inngest-event"), "sendDeliveries" | "sendLetters">;
type ItemOf<Name extends keyof Senders> = Parameters<Senders[Name]>[1][number];

/** Creates a dispatcher that sends items to Inngest, and uses `fallback` while that fails. */
export function createInngestDispatcher<Name extends keyof Senders>(
  settings: InngestSettings,
  sender: Name,
  fallback: (items: ItemOf<Name>[]) => Promise<void>,
): (items: ItemOf<Name>[]) => Promise<void> {
  const reportFailure = onceAMinute((error, suppressed) => log.warn("inngest dispatch failed", { error, suppressed }));
  const send = loadSender(settings, sender);
  let openUntilMs = 0;
  return async (items) => {
    if (Date.now() < openUntilMs) return fallback(items);
    try {
      await withTimeout((await send)(items), SEND_TIMEOUT_MS);
    } catch (error) {
      openUntilMs = Date.now() + COOLDOWN_MS;
      reportFailure(error);
      await fallback(items);
    }
  };
}

/** The SDK is large, so it is loaded only where it is used. */
async function loadSender<Name extends keyof Senders>(settings: InngestSettings, name: Name) {
  const [{ openInngest }, senders] = await Promise.all([import("@/lib/infra/inngest"), import("./inngest-event")]);
  const client = openInngest(settings);
  const send = senders[name] as (inngest: typeof client, items: readonly ItemOf<Name>[]) => Promise<unknown>;
  return (items: ItemOf<Name>[]) => send(client, items);
}
