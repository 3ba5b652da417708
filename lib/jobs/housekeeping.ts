import type { Inngest } from "inngest";
import { expireMedia } from "@/lib/domain/media/expiry";
import { forgetOld } from "@/lib/domain/retention/commands";
import { forgetDeliveries } from "@/lib/domain/webhooks/retention";
import { log } from "@/lib/infra/log";
import { platformContext } from "./platform";

const HOUR_MS = 3_600_000;
/** Not in the rush of a start. */
const FIRST_MS = 60_000;

/** Removes what has had its time. Each part is tried, whatever became of the others. */
export async function keepHouse(): Promise<void> {
  const ctx = platformContext();
  for (const { status, ...outcome } of await Promise.allSettled([
    forgetOld(ctx),
    forgetDeliveries(ctx),
    expireMedia(ctx),
  ])) {
    if (status === "rejected") log.warn("Housekeeping was not finished; it is tried again in an hour", outcome);
  }
}

/** Every hour, in a process that lives that long. Gives the way to stop it. */
export function keepHouseHourly(): () => void {
  let timer = setTimeout(function tick() {
    timer = setTimeout(tick, HOUR_MS).unref();
    void keepHouse();
  }, FIRST_MS).unref();
  return () => clearTimeout(timer);
}

/** The same, where Inngest keeps the time. */
export function keepHouseOnInngest(inngest: Inngest) {
  return inngest.createFunction(
    { id: "keep-house", triggers: { cron: "17 * * * *" }, retries: 1, concurrency: 1 },
    ({ step }) => step.run("forget-and-expire", keepHouse),
  );
}
