import type http from "node:http";
import { afterEach, beforeEach } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { env } from "@/lib/infra/environment/env";
import { advanceTime, asOfNow, deliveriesOf, later, newOwner, publishPost, register } from "./owner";
import { startReceiver } from "./receiver";

type Behaviour = Parameters<typeof startReceiver>;

/** The default seconds before each attempt. */
const SCHEDULE = [0, 60, 300, 1800, 7200, 21_600];
/** A schedule without waits. */
export const AT_ONCE = [0, 0, 0, 0, 0, 0];

/** For a file's tests: allows webhooks to loopback, sets the schedule, and cleans up after each test. */
export function setUpWebhooks({ backoffSeconds = SCHEDULE } = {}) {
  const before = { ...env().webhooks };
  const cleanups: (() => unknown)[] = [];
  beforeEach(() => void Object.assign(env().webhooks, { allowPrivateTargets: true, backoffSeconds }));
  afterEach(async () => {
    Object.assign(env().webhooks, before);
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  });

  const startReceiverOfTest = async (...behaviour: Behaviour) => {
    const receiver = await startReceiver(...behaviour);
    cleanups.push(receiver.stop);
    return receiver;
  };

  return {
    onCleanUp: (cleanUp: () => unknown) => void cleanups.push(cleanUp),
    receiver: startReceiverOfTest,
    /** Somebody with an endpoint at a receiver, and one delivery for it. */
    async oneDelivery(...behaviour: Behaviour) {
      const receiver = await startReceiverOfTest(...behaviour);
      const owner = await newOwner();
      const endpoint = await register(owner, receiver.url);
      await publishPost(owner);
      const row = async () => (await deliveriesOf(endpoint.id))[0]!;
      return { receiver, owner, endpoint, row, id: (await row()).id };
    },
  };
}

/** A receiver's behaviour: answers every request with one status. */
export const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: http.ServerResponse) =>
    void response.writeHead(status, headers).end("no");

/** Delivers whenever the delivery is due, like a worker, and returns the milliseconds waited in between. */
export async function deliverUntilFinal(ctx: Context, endpointId: string, id: string): Promise<number[]> {
  const waits: number[] = [];
  for (let passedMs = 0; ;) {
    const progress = await deliver(later(asOfNow(ctx), passedMs), id);
    if (progress.state === "final") return waits;
    const waitMs = progress.until.getTime() - Date.now();
    waits.push(waitMs);
    await advanceTime(endpointId, waitMs);
    passedMs += waitMs;
  }
}
