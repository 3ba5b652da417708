import type { GetStepTools, Inngest } from "inngest";
import { MAX_CONCURRENT_LETTERS } from "@/lib/domain/accounts/mail/rules";
import { sendLetter } from "@/lib/domain/accounts/mail/send";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/consequences/webhooks/rules";
import { deliveryQueued, letterQueued } from "./inngest-event";
import { runImports } from "./imports";
import { platformContext } from "./platform";
import { OVERDUE_MS, pollAll } from "./poll";
import { runRetention, runUpkeep } from "./upkeep";
import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import { env } from "@/lib/infra/environment/env";
import { type InngestSettings, openInngest } from "@/lib/infra/inngest";

const EVERY_MINUTE = "* * * * *";

/** Every function that this app runs on Inngest. */
const inngestFunctions = (inngest: Inngest) => [
  deliverWebhook(inngest),
  sendQueuedLetter(inngest),
  // Finds what was not sent to Inngest, or what Inngest lost; announcing, previews and pushes are never sent to it. Its
  // ids are older than most of that: Inngest knows the function by them.
  scheduled(inngest, { id: "poll-deliveries", cron: EVERY_MINUTE, step: "deliver-overdue", run: pollOverdue }),
  scheduled(inngest, { id: "run-retention", cron: "17,47 * * * *", retries: 1, run: runRetention }),
  scheduled(inngest, { id: "run-upkeep", cron: EVERY_MINUTE, run: runUpkeep }),
  scheduled(inngest, { id: "run-imports", cron: EVERY_MINUTE, run: () => runImports() }),
];

const pollOverdue = () => pollAll({ overdueMs: OVERDUE_MS });

/** Inngest's sleep is precise to a second; the margin keeps it from ending early. */
const SLEEP_MARGIN_MS = 1000;
/** Far more than a schedule's attempts: finding a delivery leased by another holder also takes a round. */
const MAX_ROUNDS = 40;

/**
 * Declares one run per delivery. It only schedules attempts; the retry policy is in webhooks/rules.ts, its state in the
 * row.
 */
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

/**
 * Declares one run per letter. It only schedules attempts; the retry policy is in mail/rules.ts, its state in the row.
 */
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

interface Schedule {
  id: string;
  cron: string;
  retries?: 0 | 1;
  step?: string;
  run: () => Promise<void>;
}

function scheduled(inngest: Inngest, { id, cron, retries = 0, step: name = id, run }: Schedule) {
  return inngest.createFunction({ id, triggers: { cron }, retries, concurrency: 1 }, ({ step }) => step.run(name, run));
}

/**
 * A self-hosted server does not sign its "Sync App" request (Inngest's cloud does), so its operator may accept it
 * unsigned. It only makes this app register with the configured server, so anyone may send it at intervals.
 */
const UNSIGNED_SYNC_INTERVAL_MS = 5000;

let served: { settings: InngestSettings; handle: ReturnType<typeof serve>; syncedAtMs: number } | undefined;

/** Handles Inngest's calls. Answers 404 if the deployment runs without Inngest. */
export async function handleInngest(request: NextRequest): Promise<Response> {
  const settings = env().inngest;
  if (!settings) return Response.json({ error: "There is no such path." }, { status: 404 });
  if (served?.settings !== settings) served = { settings, handle: createHandler(settings), syncedAtMs: -Infinity };
  if (isUnsignedSync(request) && settings.acceptsUnsignedSync) {
    if (performance.now() - served.syncedAtMs < UNSIGNED_SYNC_INTERVAL_MS) return syncedTooRecently();
    served.syncedAtMs = performance.now();
  }
  return served.handle(request, undefined);
}

function createHandler(settings: InngestSettings): ReturnType<typeof serve> {
  const client = openInngest(settings);
  return serve({
    client,
    functions: inngestFunctions(client),
    // The app states its own URL, because the caller of a sync can send any Host header.
    serveOrigin: env().siteUrl,
    enableUnauthedSync: settings.acceptsUnsignedSync === true,
  });
}

function isUnsignedSync(request: Request): boolean {
  return request.method === "PUT" && !request.headers.has("x-inngest-signature");
}

function syncedTooRecently(): Response {
  return Response.json(
    { error: "The app was synced a moment ago." },
    { status: 429, headers: { "Retry-After": String(UNSIGNED_SYNC_INTERVAL_MS / 1000) } },
  );
}
