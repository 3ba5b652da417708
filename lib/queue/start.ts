import { type Dispatcher, setDispatcher } from "@/lib/domain/webhooks/delivery/dispatch";
import { env } from "@/lib/infra/env";
import { outsideRequest } from "@/lib/infra/request-scope";
import { onShutdown } from "@/lib/infra/shutdown";
import { createInngestDispatcher } from "./inngest-dispatcher";
import { OVERDUE_MS } from "./poll";
import { startHourlyRetention } from "./retention";
import { startRegularUpkeep } from "./upkeep";
import { DeliveryWorker } from "./worker";

const OVERDUE_POLL_MS = 15_000;

/**
 * Starts this process's background work, and returns the function that stops it. Where Inngest is configured it drives
 * deliveries, and the worker takes only what could not be sent to it or what it lost; elsewhere the worker takes all.
 */
export function startQueue(): () => Promise<void> {
  const { inngest, vercel } = env();
  const worker = new DeliveryWorker(inngest ? { overdueMs: OVERDUE_MS, pollMs: OVERDUE_POLL_MS } : {});
  const notifyWorker: Dispatcher = async (deliveries) => {
    outsideRequest(() => worker.notify(deliveries.map(({ endpointId }) => endpointId)));
    // A process that sleeps between requests stays awake only while somebody waits for it.
    if (vercel) await worker.waitUntilIdle();
  };
  setDispatcher(inngest ? createInngestDispatcher(inngest, notifyWorker) : notifyWorker);
  if (vercel) return () => worker.stop();
  worker.start();
  const stopRetention = startHourlyRetention();
  const stopUpkeep = startRegularUpkeep();
  const stop = () => {
    stopRetention();
    stopUpkeep();
    return worker.stop();
  };
  void worker.poll();
  onShutdown(stop);
  return stop;
}
