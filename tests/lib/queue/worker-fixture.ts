import { setTimeout as sleep } from "node:timers/promises";
import { DeliveryWorker } from "@/lib/queue/worker";
import { AT_ONCE, setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";

/** For a file's tests: webhooks that retry without waiting, and workers that are stopped after each test. */
export function setUpWorkers() {
  const { receiver, onCleanUp } = setUpWebhooks({ backoffSeconds: AT_ONCE });
  return {
    receiver,
    onCleanUp,
    createWorker(options: ConstructorParameters<typeof DeliveryWorker>[0] = {}) {
      const worker = new DeliveryWorker(options);
      onCleanUp(() => worker.stop());
      return worker;
    },
  };
}

export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await condition());) {
    if (Date.now() > end) throw new Error("The condition did not come true in time");
    await sleep(5);
  }
}
