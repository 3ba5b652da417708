import { afterEach, describe, expect, test, vi } from "vitest";
import * as dispatching from "@/lib/domain/kernel/dispatch";
import { pollDeliveries } from "@/lib/queue/poll";
import { deliveriesOf, publishPost } from "@/tests/lib/domain/consequences/webhooks/owner";
import { FAULTY_INNGESTS } from "@/tests/load/references/faulty-inngest";
import { NO_INNGEST, setUpInngest } from "./inngest-fixture";
import { startInngest } from "./inngest-server";
import { until } from "./worker-fixture";

const { receiver, onCleanUp, startApp } = setUpInngest();
afterEach(() => void vi.restoreAllMocks());

describe("when Inngest", () => {
  test.each(["refuses", "hangs"] as const)(
    "%s, the act does not wait for it, and the worker makes the delivery",
    { timeout: 60_000 },
    async (manner) => {
      const { url, received } = await receiver();
      const inngest = await FAULTY_INNGESTS[manner]();
      onCleanUp(inngest.stop);
      const { owner, endpoint } = await startApp({ ...NO_INNGEST, baseUrl: inngest.url }, url);
      const dispatches = watchDispatch();
      await publishPost(owner);
      expect(dispatches).toEqual({ begun: 1, ended: 0 });
      await until(() => received.length === 1);
      await until(() => dispatches.ended === 1);
      await until(async () => (await deliveriesOf(endpoint.id))[0]!.status === "delivered");
    },
  );

  test("failed once, it is sent nothing more during the cooldown", async () => {
    const { url, received } = await receiver();
    const inngest = await startInngest(() => "hang");
    onCleanUp(inngest.stop);
    const { owner } = await startApp(inngest.settings, url);
    await publishPost(owner);
    await until(() => received.length === 1);
    const sent = inngest.events.length;
    await publishPost(owner);
    await until(() => received.length === 2);
    expect(inngest.events).toHaveLength(sent);
  });

  test("accepts an event and loses it, a poll finds the overdue delivery", async () => {
    const { url, received } = await receiver();
    const inngest = await startInngest(() => "forget");
    onCleanUp(inngest.stop);
    const { owner } = await startApp(inngest.settings, url);
    await publishPost(owner);
    await until(() => inngest.events.length === 1);
    await pollDeliveries({ overdueMs: 60_000 });
    expect(received).toEqual([]);
    await pollDeliveries({ overdueMs: 1 });
    expect(received).toHaveLength(1);
  });
});

/** Counts how many dispatches began, and how many of them ended. */
function watchDispatch() {
  const dispatches = { begun: 0, ended: 0 };
  const original = dispatching.dispatch;
  vi.spyOn(dispatching, "dispatch").mockImplementation(async (kind, items) => {
    dispatches.begun += 1;
    await original(kind, items);
    dispatches.ended += 1;
  });
  return dispatches;
}
