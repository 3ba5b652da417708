import { type Queued, setHandOver } from "@/lib/domain/webhooks/hand-over";
import { env } from "@/lib/infra/env";
import { log, onceAMinute } from "@/lib/infra/log";
import { onShutdown } from "@/lib/infra/shutdown";
import { DeliveryEngine } from "./engine";
import { keepHouseHourly } from "./housekeeping";
import { OVERDUE_MS } from "./sweep";

const OVERDUE_SWEEP_MS = 15_000;
/** Inngest has so long to take deliveries. Should it take them later all the same, each is still attempted once. */
const TELLING_MS = 2000;
/** After a failure Inngest is told of nothing for so long: an outage costs one attempt now and then, not some for every act. */
const REST_MS = 10_000;

/**
 * Starts what this process does beside answering requests, and gives the way to stop it. Deliveries run on Inngest where
 * it is configured, else here; beside Inngest the engine takes what that could not be told, and what it forgot.
 */
export function startJobs(): () => Promise<void> {
  const { inngest, vercel } = env();
  const engine = new DeliveryEngine(inngest ? { overdueMs: OVERDUE_MS, sweepMs: OVERDUE_SWEEP_MS } : {});
  const deliverHere = async (deliveries: Queued[]) => {
    engine.wake(deliveries.map(({ endpointId }) => endpointId));
    // A process that sleeps between requests is awake only as long as somebody waits for it.
    if (vercel) await engine.idle();
  };
  setHandOver(inngest ? handOverToInngest(inngest, deliverHere) : deliverHere);
  if (vercel) return () => engine.stop();
  engine.start();
  const leaveHouse = keepHouseHourly();
  const stop = () => {
    leaveHouse();
    return engine.stop();
  };
  void engine.sweep();
  onShutdown(stop);
  return stop;
}

function handOverToInngest(
  settings: NonNullable<ReturnType<typeof env>["inngest"]>,
  deliverHere: (deliveries: Queued[]) => Promise<void>,
) {
  const report = onceAMinute((error, suppressed) =>
    log.warn("Inngest cannot be told of deliveries; they are made here", { error, suppressed }),
  );
  // Loaded only where it is used: it is large.
  const telling = Promise.all([import("@/lib/infra/inngest"), import("./inngest")]).then(
    ([{ openInngest }, { tellInngest }]) => {
      const client = openInngest(settings);
      return (deliveries: Queued[]) => tellInngest(client, deliveries);
    },
  );
  let restsUntil = 0;
  return async (deliveries: Queued[]) => {
    if (Date.now() < restsUntil) return deliverHere(deliveries);
    try {
      await inTime((await telling)(deliveries));
    } catch (error) {
      restsUntil = Date.now() + REST_MS;
      report(error);
      await deliverHere(deliveries);
    }
  };
}

function inTime<T>(telling: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${TELLING_MS} ms`)), TELLING_MS);
    telling.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
