import type { Inngest } from "inngest";
import type { InngestSettings } from "@/lib/infra/inngest";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { withTimeout } from "@/lib/infra/timeout";

/** How long Inngest may take to accept work. Even if it accepts it later, each delivery or letter is attempted once. */
const SEND_TIMEOUT_MS = 2000;
/** After a failure, nothing is sent for this long, so that during an outage not every act pays for a try. */
const COOLDOWN_MS = 10_000;

/** Sends items to Inngest. Throws if it does not accept them. */
type Send<Item> = (inngest: Inngest, items: readonly Item[]) => Promise<unknown>;

/**
 * Creates a dispatcher that sends items to Inngest, and uses `fallback` while that fails.
 * @param load loads how to send them, because the SDK is large and only loaded where it is used
 */
export function createInngestDispatcher<Item>(
  settings: InngestSettings,
  load: () => Promise<Send<Item>>,
  fallback: (items: Item[]) => Promise<void>,
): (items: Item[]) => Promise<void> {
  const reportFailure = onceAMinute((error, suppressed) => log.warn("inngest dispatch failed", { error, suppressed }));
  const loading = Promise.all([import("@/lib/infra/inngest").then(({ openInngest }) => openInngest(settings)), load()]);
  let openUntilMs = 0;
  return async (items) => {
    if (Date.now() < openUntilMs) return fallback(items);
    try {
      const [inngest, send] = await loading;
      await withTimeout(send(inngest, items), SEND_TIMEOUT_MS);
    } catch (error) {
      openUntilMs = Date.now() + COOLDOWN_MS;
      reportFailure(error);
      await fallback(items);
    }
  };
}
