import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { queueLetters } from "@/lib/domain/accounts/mail/outbox";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { sendTestEvent } from "@/lib/domain/consequences/webhooks/delivery/commands";
import { database } from "@/lib/infra/database/db";
import { pollMail } from "@/lib/queue/poll";
import { runRetention } from "@/lib/queue/upkeep";
import { asOfNow, deliveriesOf, newOwner, publishPost, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/consequences/webhooks/receiver";

test("deletes final deliveries after 30 days, including test events, and none before", async () => {
  const { prisma } = database();
  const { url, stop } = await startReceiver();
  const owner = await newOwner();
  const endpoint = await register(owner, url);
  await sendTestEvent(asOfNow(owner), endpoint);
  await publishPost(owner, "Delivered");
  await publishPost(owner, "Pending");
  const [tested, delivered, pending] = await deliveriesOf(endpoint.id);
  for (const { id } of [tested!, delivered!]) await deliver(asOfNow(owner), id);
  const age = (days: number) =>
    prisma.delivery.updateMany({
      where: { endpointId: endpoint.id },
      data: { createdAt: new Date(Date.now() - days * DAY_MS) },
    });
  await age(29.9);
  await runRetention();
  expect(await deliveriesOf(endpoint.id)).toHaveLength(3);
  await age(30.1);
  await runRetention();
  expect((await deliveriesOf(endpoint.id)).map(({ id }) => id)).toEqual([pending!.id]);
  await stop();
});

test("erases the content of a printed letter once its link has expired, and the letter after 30 days", async () => {
  const { prisma } = database();
  const { actor } = await newOwner();
  const expiresAt = new Date(Date.now() + DAY_MS);
  const { id: userId, handle } = actor;
  await queueLetters(await newOwner(), [
    { kind: "password-reset", userId, handle, email: "a@example.com", token: "t", expiresAt },
  ]);
  await pollMail({});
  const content = async () => (await prisma.letter.findFirst({ where: { userId } }))?.content;
  await runRetention();
  expect(await content()).toEqual(expect.any(String));
  await prisma.letter.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1000) } });
  await runRetention();
  expect(await content()).toBeNull();
  await prisma.letter.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 30.1 * DAY_MS) } });
  await runRetention();
  expect(await content()).toBeUndefined();
});
