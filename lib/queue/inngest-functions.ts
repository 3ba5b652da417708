import type { GetStepTools, Inngest } from "inngest";
import { announceDue } from "@/lib/domain/announcer/announce";
import { MAX_CONCURRENT_LETTERS } from "@/lib/domain/mail/rules";
import { sendLetter } from "@/lib/domain/mail/send";
import { deliver } from "@/lib/domain/webhooks/delivery/deliver";
import { MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/webhooks/rules";
import { deliveryQueued, letterQueued } from "./inngest-event";
import { platformContext } from "./platform";
import { OVERDUE_MS, pollDeliveries, pollMail } from "./poll";
import { runRetention } from "./retention";
import { runUpkeep } from "./upkeep";

/** Every function that this app runs on Inngest. */
export const inngestFunctions = (inngest: Inngest) => [
  deliverWebhook(inngest),
  sendQueuedLetter(inngest),
  pollEveryMinute(inngest),
  runRetentionHourly(inngest),
  runUpkeepEveryMinute(inngest),
];

/** Inngest's sleep is precise to a second; the margin keeps it from ending early. */
const SLEEP_MARGIN_MS = 1000;
/**
 * Far more than a schedule's attempts, because finding a delivery leased by another holder also takes a round.
 */
const MAX_ROUNDS = 40;

/** One run per delivery. Only schedules attempts; the retry policy is in webhooks/rules.ts, its state in the row. */
export function deliverWebhook(inngest: Inngest) {
  return inngest.createFunction(
    {
      id: "deliver-webhook",
      triggers: deliveryQueued,
      concurrency: { key: "event.data.endpointId", limit: MAX_CONCURRENT_ATTEMPTS },
      // A receiver's failure is an outcome. Only our own errors are thrown, and those Inngest retries.
      retries: 10,
    },
    ({ event, step }) => attemptInRounds(step, () => deliver(platformContext(), event.data.id)),
  );
}

/** One run per letter. Only schedules attempts; the retry policy is in mail/rules.ts, its state in the row. */
export function sendQueuedLetter(inngest: Inngest) {
  return inngest.createFunction(
    { id: "send-letter", triggers: letterQueued, concurrency: MAX_CONCURRENT_LETTERS, retries: 10 },
    ({ event, step }) => attemptInRounds(step, () => sendLetter(platformContext(), event.data.id)),
  );
}

/** Attempts and sleeps until the outcome is final. Inngest replays the rounds that it has run. */
async function attemptInRounds(
  step: GetStepTools<Inngest>,
  attempt: () => ReturnType<typeof deliver | typeof sendLetter>,
): Promise<{ rounds: number }> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const progress = await step.run(`attempt-${round}`, attempt);
    if (progress.state === "final") return { rounds: round };
    await step.sleepUntil(`wait-${round}`, new Date(Date.parse(progress.until) + SLEEP_MARGIN_MS));
  }
  return { rounds: MAX_ROUNDS };
}

/** Finds deliveries that were not sent to Inngest, or that Inngest lost. */
function pollEveryMinute(inngest: Inngest) {
  return inngest.createFunction(
    { id: "poll-deliveries", triggers: { cron: "* * * * *" }, retries: 0, concurrency: 1 },
    ({ step }) =>
      step.run("deliver-overdue", async () => {
        await announceDue(platformContext());
        await Promise.all([pollDeliveries({ overdueMs: OVERDUE_MS }), pollMail({ overdueMs: OVERDUE_MS })]);
      }),
  );
}

function runRetentionHourly(inngest: Inngest) {
  return inngest.createFunction(
    { id: "run-retention", triggers: { cron: "17,47 * * * *" }, retries: 1, concurrency: 1 },
    ({ step }) => step.run("run-retention", runRetention),
  );
}

function runUpkeepEveryMinute(inngest: Inngest) {
  return inngest.createFunction(
    { id: "run-upkeep", triggers: { cron: "* * * * *" }, retries: 0, concurrency: 1 },
    ({ step }) => step.run("run-upkeep", runUpkeep),
  );
}
