import { type Dispatcher, setDispatcher } from "@/lib/domain/webhooks/delivery/dispatch";
import { env } from "@/lib/infra/env";
import { onShutdown } from "@/lib/infra/shutdown";
import { supervisor } from "@/lib/infra/supervisor";
import { createInngestDispatcher } from "./inngest-dispatcher";
import { Jobs } from "./jobs";
import { OVERDUE_MS } from "./poll";
import { DeliveryWorker } from "./worker";

const OVERDUE_POLL_MS = 15_000;
/** Endpoints for which another process of this machine has queued deliveries. */
const CHANNEL = "pegboard.deliveries";

/**
 * Starts this process's background work, and returns the function that stops it. Where Inngest is configured it drives
 * deliveries, and the worker takes only what could not be sent to it or what it lost; elsewhere the worker takes all.
 * Of several worker processes one runs the jobs, and the others notify it.
 */
export function startQueue(): () => Promise<void> {
  const { inngest, vercel } = env();
  const worker = new DeliveryWorker(inngest ? { overdueMs: OVERDUE_MS, pollMs: OVERDUE_POLL_MS } : {});
  const jobs = new Jobs(worker);
  const workers = supervisor();
  const notifyWorker: Dispatcher = async (deliveries) => {
    const endpointIds = deliveries.map(({ endpointId }) => endpointId);
    if (workers && !jobs.areRunning) return workers.publish(CHANNEL, endpointIds);
    worker.notify(endpointIds);
    // A process that sleeps between requests stays awake only while somebody waits for it.
    if (vercel) await worker.waitUntilIdle();
  };
  setDispatcher(inngest ? createInngestDispatcher(inngest, notifyWorker) : notifyWorker);
  if (vercel) return () => worker.stop();
  if (workers) {
    void workers.jobsAssigned.then(() => {
      jobs.start();
      workers.subscribe(CHANNEL, (endpointIds) => worker.notify(endpointIds as string[]));
    });
  } else {
    jobs.start();
  }
  onShutdown(() => jobs.stop());
  return () => jobs.stop();
}
