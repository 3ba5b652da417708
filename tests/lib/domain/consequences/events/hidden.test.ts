import { expect, test } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { addComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { publish } from "@/lib/domain/consequences/events/commands";
import { tryFilter } from "@/lib/domain/consequences/events/dry-run";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { blockUser, unblockUser } from "@/lib/domain/people/safety/commands";
import { getDelivery, listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { claimDeliveries, claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { redeliver } from "@/lib/domain/consequences/webhooks/delivery/commands";
import { NO_LONGER_VISIBLE } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { announce, logOf, newListener } from "@/tests/lib/domain/consequences/incoming/listening";

const named = ({ actor }: Context) => ({ handle: actor.handle });
const player = ({ actor: { id: userId, handle } }: Context) => ({ userId, handle });

/** All that somebody's reads say of what happened. */
async function saidTo(reader: Context, endpointId: string): Promise<string> {
  const deliveries = await listDeliveries(reader, { id: endpointId, limit: 50 });
  const details = await Promise.all(
    deliveries.data.map(({ id }) => getDelivery(reader, { id: endpointId, deliveryId: id })),
  );
  const matches = await tryFilter(reader, { events: ["*", "incoming.*"] });
  return JSON.stringify([await logOf(reader), matches, deliveries, details]);
}

test.each<[string, (reader: Context, other: Context) => object]>([
  ["follow.created", (_reader, other) => player(other)],
  ["duel.challenged", (reader, other) => ({ challenger: player(reader), opponent: player(other) })],
  ["duel.finished", (reader, other) => ({ challenger: player(other), opponent: player(reader), result: "draw" })],
])("no read of a %s event names whoever has blocked the reader since, by whichever handle", async (event, dataOf) => {
  const [{ ctx: reader, endpointId }, other, uninvolved] = [
    await newListener(["*"]),
    await newPerson(),
    await newPerson(),
  ];
  await inTransaction(reader, (tx) => publish(tx, event, dataOf(reader, other), {}));
  expect(await saidTo(reader, endpointId)).toContain(other.actor.id);
  await database().prisma.user.update({ where: { id: other.actor.id }, data: { handle: `${other.actor.handle}x` } });
  await database().prisma.user.update({ where: { id: uninvolved.actor.id }, data: { handle: other.actor.handle } });
  await blockUser(uninvolved, named(reader));
  expect(await saidTo(reader, endpointId)).toContain(other.actor.id);
  await blockUser(other, named(reader));
  const said = await saidTo(reader, endpointId);
  expect(said).not.toContain(other.actor.id);
  expect(said).not.toContain(other.actor.handle);
  const [{ id: deliveryId } = { id: "" }] = (await listDeliveries(reader, { id: endpointId, limit: 1 })).data;
  await redeliver(reader, { id: endpointId, deliveryId });
  expect(await claimDelivery(reader, deliveryId)).toBeUndefined();
  expect(await getDelivery(reader, { id: endpointId, deliveryId })).toMatchObject({ error: NO_LONGER_VISIBLE });
  await unblockUser(other, named(reader));
  expect(await saidTo(reader, endpointId)).toContain(other.actor.id);
});

test.each<[string, (reader: Context, other: Context, id: string) => Promise<unknown>]>([
  ["was deleted", (_reader, other, id) => deleteComment(other, { id })],
  [
    "was hidden by moderators",
    (_reader, _other, id) => database().prisma.comment.update({ where: { id }, data: { hiddenAt: new Date() } }),
  ],
  ["is by somebody who has blocked the reader", (reader, other) => blockUser(other, named(reader))],
  ["is by somebody whom the reader has blocked", (reader, other) => blockUser(reader, named(other))],
])("the log of deliveries keeps nothing of what %s, whether or not it was sent", async (_what, hide) => {
  const [{ ctx: reader, endpointId }, other] = [await newListener(), await newPerson()];
  await database().prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { fullPayload: true } });
  const post = await createPost(reader, { content: "Hello", audience: "PUBLIC" });
  const { id } = await addComment(other, { id: post.id, content: "Words that go away" });
  await announce(reader);
  expect(await saidTo(reader, endpointId)).toContain("Words that go away");
  await hide(reader, other, id);
  const { deliveries } = await claimDeliveries(reader, "worker", [{ endpointId, limit: 8 }]);
  expect(deliveries).toEqual([]);
  const said = await saidTo(reader, endpointId);
  for (const part of ["Words that go away", id, other.actor.id, other.actor.handle]) expect(said).not.toContain(part);
  const [delivery] = (await listDeliveries(reader, { id: endpointId, limit: 1 })).data;
  const { event, eventId, sequence } = delivery!;
  expect(JSON.parse(delivery!.requestBody)).toMatchObject({ event, eventId, sequence, data: {}, resource: null });
});
