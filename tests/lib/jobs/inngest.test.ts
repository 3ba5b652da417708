import { InngestTestEngine } from "@inngest/test";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as handing from "@/lib/domain/webhooks/hand-over";
import { env } from "@/lib/infra/env";
import { openInngest } from "@/lib/infra/inngest";
import { deliverWebhook } from "@/lib/jobs/deliver-webhook";
import { answerInngest } from "@/lib/jobs/inngest";
import { startJobs } from "@/lib/jobs/start";
import { sweepDeliveries } from "@/lib/jobs/sweep";
import { deliveriesOf, newOwner, pin, register } from "@/tests/lib/domain/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/webhooks/receiver";
import { POOR_INNGESTS } from "@/tests/load/references/poor-inngest";
import { call, SIGNING_KEY, startInngest } from "./inngest-server";

const before = { ...env().webhooks };
const settings = { dev: false, eventKey: "event-key", signingKey: SIGNING_KEY, baseUrl: "http://127.0.0.1:9" };
const stops: (() => unknown)[] = [];
beforeEach(() => void Object.assign(env().webhooks, { allowPrivateTargets: true, backoffSeconds: [0, 0, 0, 0, 0, 0] }));
afterEach(async () => {
  Object.assign(env().webhooks, before);
  Object.assign(env(), { inngest: undefined });
  handing.setHandOver(undefined);
  vi.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function receiver(...behaviour: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...behaviour);
  stops.push(started.stop);
  return started;
}

/** The app as it runs with Inngest at `baseUrl`, and somebody with an endpoint. */
async function appWith(inngest: typeof settings, url: string) {
  Object.assign(env(), { inngest });
  stops.push(startJobs());
  const owner = await newOwner();
  return { owner, endpoint: await register(owner, url) };
}

/** How often deliveries were handed over, and how often that came to an end. */
function watchHandOver() {
  const telling = { begun: 0, ended: 0 };
  const { handOver } = handing;
  vi.spyOn(handing, "handOver").mockImplementation(async (deliveries) => {
    telling.begun += 1;
    await handOver(deliveries);
    telling.ended += 1;
  });
  return telling;
}

const until = async (condition: () => boolean | Promise<boolean>, ms = 8000) => {
  for (const end = Date.now() + ms; !(await condition());) {
    if (Date.now() > end) throw new Error("It did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe("a run on Inngest", () => {
  test("attempts, sleeps until the row says so, and attempts again, until it is over", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 3 ? 500 : 200).end(),
    );
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner);
    const [delivery] = await deliveriesOf(id);
    const engine = new InngestTestEngine({
      function: deliverWebhook(openInngest(settings)),
      events: [{ name: "webhook/delivery.queued", data: { id: delivery!.id, endpointId: id } }],
      steps: [1, 2, 3].map((look) => ({ id: `wait-${look}`, handler: () => undefined })),
    });
    const { result, ctx } = await engine.execute();
    expect(result).toEqual({ looks: 3 });
    expect(ctx.step.sleepUntil).toHaveBeenCalledTimes(2);
    expect(received).toHaveLength(3);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "delivered", attempts: 3 });
  });

  test("goes through the SDK's own handler, from the act to the receiver", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 2 ? 503 : 204).end(),
    );
    const inngest = await startInngest();
    stops.push(inngest.stop);
    const { owner, endpoint } = await appWith(inngest.settings, url);
    await pin(owner);
    await until(() => received.length === 2);
    expect(await inngest.finished()).toEqual([{ steps: ["StepRun", "Sleep", "StepRun"], result: { looks: 2 } }]);
    const [delivery] = await deliveriesOf(endpoint.id);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
    expect(inngest.events).toMatchObject([
      { name: "webhook/delivery.queued", data: { id: delivery!.id, endpointId: endpoint.id } },
    ]);
  });
});

describe("a sync that is not signed", () => {
  const sync = () =>
    answerInngest(
      new NextRequest("http://localhost:3000/api/inngest", { method: "PUT", headers: { Host: "evil.example" } }),
    );

  test("registers this app with the configured server, under its own address and seldom, where the operator accepts it", async () => {
    const inngest = await startInngest();
    stops.push(inngest.stop);
    Object.assign(env(), { inngest: { ...inngest.settings, acceptsUnsignedSync: true } });
    expect((await sync()).status).toBe(200);
    expect(inngest.registrations.map(({ url }) => url)).toEqual([new URL("/api/inngest", env().siteUrl).href]);
    const again = await sync();
    expect(again.status).toBe(429);
    expect(again.headers.get("retry-after")).toBe("5");
    expect(inngest.registrations).toHaveLength(1);
  });

  test("is refused otherwise", async () => {
    Object.assign(env(), { inngest: { ...settings, acceptsUnsignedSync: false } });
    expect((await sync()).status).toBe(401);
  });
});

describe("when Inngest", () => {
  test.each(["refuses", "hangs"] as const)(
    "%s, the act is over before it is told, and the delivery is made here",
    { timeout: 15_000 },
    async (manner) => {
      const { url, received } = await receiver();
      const inngest = await POOR_INNGESTS[manner]();
      stops.push(inngest.stop);
      const { owner, endpoint } = await appWith({ ...settings, baseUrl: inngest.url }, url);
      const telling = watchHandOver();
      await pin(owner);
      expect(telling).toEqual({ begun: 1, ended: 0 });
      await until(() => received.length === 1);
      await until(() => telling.ended === 1);
      await until(async () => (await deliveriesOf(endpoint.id))[0]!.status === "delivered");
    },
  );

  test("could not be told once, it is not told of what comes in the next moments either", async () => {
    const { url, received } = await receiver();
    const inngest = await startInngest(() => "hang");
    stops.push(inngest.stop);
    const { owner } = await appWith(inngest.settings, url);
    await pin(owner);
    await until(() => received.length === 1);
    const told = inngest.events.length;
    await pin(owner);
    await until(() => received.length === 2);
    expect(inngest.events).toHaveLength(told);
  });

  test("takes an event and forgets it, the sweep finds what is overdue", async () => {
    const { url, received } = await receiver();
    const inngest = await startInngest(() => "forget");
    stops.push(inngest.stop);
    const { owner } = await appWith(inngest.settings, url);
    await pin(owner);
    await until(() => inngest.events.length === 1);
    await sweepDeliveries({ overdueMs: 60_000 });
    expect(received).toEqual([]);
    await sweepDeliveries({ overdueMs: 1 });
    expect(received).toHaveLength(1);
  });
});

describe("the address that Inngest calls", () => {
  test("answers nobody else", async () => {
    Object.assign(env(), { inngest: settings });
    for (const method of ["GET", "POST", "PUT"] as const)
      expect((await call(method, "", method === "GET" ? undefined : {}, false)).status).toBe(401);
    expect(await (await call("GET")).json()).toMatchObject({
      function_count: 3,
      mode: "cloud",
      app_id: "pegboard",
      has_signing_key: true,
    });
  });

  test("is not there where the deployment runs without Inngest", async () => {
    expect((await call("GET")).status).toBe(404);
  });
});
