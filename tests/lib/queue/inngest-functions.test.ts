import { InngestTestEngine } from "@inngest/test";
import { describe, expect, test } from "vitest";
import { openInngest } from "@/lib/infra/inngest";
import { deliverWebhook } from "@/lib/queue/inngest-functions";
import { deliveriesOf, newOwner, publishPost, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { NO_INNGEST, setUpInngest } from "./inngest-fixture";
import { startInngest } from "./inngest-server";
import { until } from "./worker-fixture";

const { receiver, onCleanUp, startApp } = setUpInngest();

describe("a run on Inngest", () => {
  test("attempts, sleeps until the row is due and attempts again, until the delivery is final", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 3 ? 500 : 200).end(),
    );
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await publishPost(owner);
    const [delivery] = await deliveriesOf(id);
    const engine = new InngestTestEngine({
      function: deliverWebhook(openInngest(NO_INNGEST)),
      events: [{ name: "webhook/delivery.queued", data: { id: delivery!.id, endpointId: id } }],
      steps: [1, 2, 3].map((round) => ({ id: `wait-${round}`, handler: () => undefined })),
    });
    const { result, ctx } = await engine.execute();
    expect(result).toEqual({ rounds: 3 });
    expect(ctx.step.sleepUntil).toHaveBeenCalledTimes(2);
    expect(received).toHaveLength(3);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "delivered", attempts: 3 });
  });

  test("goes through the SDK's own handler, from the act to the receiver", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 2 ? 503 : 204).end(),
    );
    const inngest = await startInngest();
    onCleanUp(inngest.stop);
    const { owner, endpoint } = await startApp(inngest.settings, url);
    await publishPost(owner);
    await until(() => received.length === 2);
    expect(await inngest.finished()).toEqual([{ steps: ["StepRun", "Sleep", "StepRun"], result: { rounds: 2 } }]);
    const [delivery] = await deliveriesOf(endpoint.id);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
    expect(inngest.events).toMatchObject([
      { name: "webhook/delivery.queued", data: { id: delivery!.id, endpointId: endpoint.id } },
    ]);
  });
});
