import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/infra/environment/env";
import { handleCron } from "@/lib/queue/poll";
import { deliveriesOf, newOwner, publishPost, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/consequences/webhooks/receiver";

afterEach(() => void Object.assign(env(), { cronSecret: undefined }));

const callCron = (authorization?: string) =>
  handleCron(new Request("http://localhost/api/cron/deliveries", { headers: authorization ? { authorization } : {} }));

test("the scheduler's route needs the deployment's secret, and is closed if there is none", async () => {
  expect((await callCron("Bearer undefined")).status).toBe(401);
  Object.assign(env(), { cronSecret: "a secret of sixteen" });
  for (const wrong of [undefined, "Bearer ", "Bearer a secret of sixteeN", "a secret of sixteen"])
    expect((await callCron(wrong)).status).toBe(401);
});

test("the scheduler delivers what is due", async () => {
  const { url, received, stop } = await startReceiver();
  Object.assign(env(), { cronSecret: "a secret of sixteen" });
  const owner = await newOwner();
  const { id } = await register(owner, url);
  await publishPost(owner);
  expect((await callCron("Bearer a secret of sixteen")).status).toBe(200);
  expect(received).toHaveLength(1);
  expect((await deliveriesOf(id))[0]).toMatchObject({ status: "delivered" });
  await stop();
});
