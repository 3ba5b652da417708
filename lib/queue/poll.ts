import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { MailWorker } from "./mail-worker";
import { PreviewWorker } from "./preview-worker";
import { PushWorker } from "./push-worker";
import { DeliveryWorker } from "./worker";
import { announceDue } from "@/lib/domain/consequences/announcer/announce";
import { hasBearerToken } from "@/lib/infra/bearer-token";
import { env } from "@/lib/infra/environment/env";
import { runImports } from "./imports";
import { platformContext } from "./platform";
import { runRetention, runUpkeep } from "./upkeep";

/** Work that has been due for this long was lost by the driver that should have attempted it. */
export const OVERDUE_MS = MINUTE_MS;
/** A function on a host such as Vercel lives for a minute. */
const POLL_BUDGET_MS = 45_000;

/** Announces acts, and then does what is due: deliveries, letters, previews and pushes. */
export async function pollAll(overdue: { overdueMs?: number }): Promise<void> {
  await announceDue(platformContext());
  await Promise.all([pollDeliveries(overdue), pollMail(overdue), pollPreviews(), pollPushes()]);
}

/** Delivers what is due, and what becomes due as a result. */
export async function pollDeliveries({ overdueMs }: { overdueMs?: number }): Promise<void> {
  const worker = new DeliveryWorker({ overdueMs });
  await worker.poll();
  await finish(worker);
}

/** Answers requests for new passwords and sends due letters. */
export async function pollMail({ overdueMs }: { overdueMs?: number }): Promise<void> {
  const worker = new MailWorker({ overdueMs });
  worker.notify();
  await finish(worker);
}

/** Fetches the pages that posts link to. */
async function pollPreviews(): Promise<void> {
  const worker = new PreviewWorker();
  worker.notify();
  await finish(worker);
}

/** Pushes notifications to browsers. */
async function pollPushes(): Promise<void> {
  const worker = new PushWorker();
  worker.notify();
  await finish(worker);
}

async function finish(worker: DeliveryWorker | MailWorker | PreviewWorker | PushWorker): Promise<void> {
  const timer = setTimeout(() => void worker.stop(), POLL_BUDGET_MS);
  await worker.waitUntilIdle();
  clearTimeout(timer);
}

/** Handles the call of a host's scheduler, for hosts without long-lived processes. Requires the deployment's secret. */
export async function handleCron(request: Request): Promise<Response> {
  const { cronSecret, inngest } = env();
  const headers = { "Cache-Control": "no-store" };
  if (!cronSecret || !hasBearerToken(request.headers.get("authorization"), cronSecret)) {
    return Response.json({ error: "Only the scheduler may call this." }, { status: 401, headers });
  }
  const overdueMs = inngest ? OVERDUE_MS : undefined;
  await Promise.all([pollAll({ overdueMs }), runRetention(), runUpkeep(), runImports()]);
  return Response.json({ ok: true }, { headers });
}
