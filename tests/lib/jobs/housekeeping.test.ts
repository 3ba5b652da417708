import { expect, test } from "vitest";
import { attemptDelivery } from "@/lib/domain/webhooks/attempt";
import { sendTest } from "@/lib/domain/webhooks/by-hand";
import { database } from "@/lib/infra/db";
import { keepHouse } from "@/lib/jobs/housekeeping";
import { atOnce, deliveriesOf, newOwner, pin, register } from "@/tests/lib/domain/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/webhooks/receiver";

test("deliveries that ended go after 30 days, those of tests too, and none before", async () => {
  const { prisma } = database();
  const { url, stop } = await startReceiver();
  const owner = await newOwner();
  const endpoint = await register(owner, url);
  await sendTest(atOnce(owner), endpoint);
  await pin(owner, "Delivered");
  await pin(owner, "Pending");
  const [tried, delivered, pending] = await deliveriesOf(endpoint.id);
  for (const { id } of [tried!, delivered!]) await attemptDelivery(atOnce(owner), id);
  const age = (days: number) =>
    prisma.delivery.updateMany({
      where: { endpointId: endpoint.id },
      data: { createdAt: new Date(Date.now() - days * 86_400_000) },
    });
  await age(29.9);
  await keepHouse();
  expect(await deliveriesOf(endpoint.id)).toHaveLength(3);
  await age(30.1);
  await keepHouse();
  expect((await deliveriesOf(endpoint.id)).map(({ id }) => id)).toEqual([pending!.id]);
  await stop();
});
