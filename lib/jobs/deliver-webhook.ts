import { eventType, type Inngest } from "inngest";
import { z } from "zod";
import { attemptDelivery } from "@/lib/domain/webhooks/attempt";
import { MAX_AT_ONCE } from "@/lib/domain/webhooks/rules";
import { platformContext } from "./platform";

/** Tells Inngest of one delivery. */
export const deliveryQueued = eventType("webhook/delivery.queued", {
  schema: z.object({ id: z.string(), endpointId: z.string() }),
});

/** Inngest wakes to the second, and never too early for the row. */
const SLEEP_MARGIN_MS = 1000;
/** Far more than a schedule has attempts: leases of others count as looks as well. */
const MOST_LOOKS = 40;

/** One run for each delivery. It knows when to look again and nothing of how to retry: that is in the row, and the row's in the rules. */
export function deliverWebhook(inngest: Inngest) {
  return inngest.createFunction(
    {
      id: "deliver-webhook",
      triggers: deliveryQueued,
      concurrency: { key: "event.data.endpointId", limit: MAX_AT_ONCE },
      // A receiver's failure is an answer; only faults of ours are thrown, and tried again by Inngest.
      retries: 10,
    },
    async ({ event, step }) => {
      for (let look = 1; look <= MOST_LOOKS; look += 1) {
        const progress = await step.run(`attempt-${look}`, () => attemptDelivery(platformContext(), event.data.id));
        if (progress.state === "over") return { looks: look };
        await step.sleepUntil(`wait-${look}`, new Date(Date.parse(progress.until) + SLEEP_MARGIN_MS));
      }
      return { looks: MOST_LOOKS };
    },
  );
}
