import { expect, test } from "vitest";
import { placeBet } from "@/lib/domain/play/coins/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { IMMEDIATE_ANNOUNCEMENTS } from "@/lib/domain/consequences/incoming/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { QUESTS } from "@/lib/domain/play/progression/rules";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { claimDeliveries } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { NO_LONGER_VISIBLE } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { deliveriesOf } from "@/tests/lib/domain/consequences/webhooks/owner";
import { newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";
import { buyBuild } from "@/lib/domain/writing/builds/commands";
import { announce, announceAll, logOf, namesIn, newListener } from "./listening";

const postOf = async (ctx: Context) => (await createPost(ctx, { content: "Hello", audience: "PUBLIC" })).id;

const doer = ({ actor: { id, handle } }: Context) => ({ userId: id, handle, automated: false });

/** What the log and the endpoint have of events of a name, once everything due was announced. */
async function toldOf({ ctx, endpointId }: Awaited<ReturnType<typeof newListener>>, event: string) {
  await announce(ctx);
  const log = (await logOf(ctx)).filter((each) => each.event === event).map(({ data }) => data);
  const sent = (await deliveriesOf(endpointId))
    .map(({ body }) => JSON.parse(body))
    .filter((each) => each.event === event);
  expect(sent.map(({ data }) => data)).toEqual(log);
  return log;
}

test("the seller of a build gets an event with the buyer and the price", async () => {
  const [seller, buyer] = [await newListener(["build.sold"]), await newPerson()];
  await grant(seller.ctx, 0);
  await grant(buyer, 100);
  const slug = await newBuild(seller.ctx, { price: 4 });
  await buyBuild(buyer, { slug, price: 4 });
  const { id: buildId } = await database().prisma.build.findUniqueOrThrow({ where: { slug } });
  expect(await toldOf(seller, "build.sold")).toEqual([{ ...doer(buyer), buildId, price: 4 }]);
});

test("the player of a ball gets an event with each landing", async () => {
  const player = await newListener(["bet.settled"]);
  await grant(player.ctx, 100);
  const results = [
    await placeBet(player.ctx, { bin: 2, amount: 5 }),
    await placeBet(player.ctx, { bin: 0, amount: 1 }),
  ];
  const told = await toldOf(player, "bet.settled");
  expect(told).toMatchObject(
    results.map(({ landedBin, won, payout }, index) => ({ landedBin, won, payout, bin: index === 0 ? 2 : 0 })),
  );
  expect(new Set(told.map(({ dropId }) => dropId)).size).toBe(2);
});

test("completing a quest causes one event, whatever follows", async () => {
  const liker = await newListener(["quest.finished"]);
  const author = await newPerson();
  for (let count = 0; count < QUESTS.like.goal + 2; count++) {
    expect(await toldOf(liker, "quest.finished")).toHaveLength(count < QUESTS.like.goal ? 0 : 1);
    await likePost(liker.ctx, { id: await postOf(author) });
  }
  const day = liker.ctx.now.toISOString().slice(0, 10);
  const { xp, coins } = QUESTS.like;
  expect(await toldOf(liker, "quest.finished")).toEqual([{ questKey: "like", day, xp, coins }]);
});

test("a notification causes an event with the notification as the list shows it", async () => {
  const [ada, ben] = [await newListener(["notification.created"]), await newPerson()];
  await likePost(ben, { id: await postOf(ada.ctx) });
  const { id } = await database().prisma.notification.findFirstOrThrow({ where: { userId: ada.ctx.actor.id } });
  expect(await toldOf(ada, "notification.created")).toEqual([{ ...doer(ben), notificationId: id, type: "LIKE" }]);
});

test("a notification that is retracted before it is announced causes no event", async () => {
  const [ada, ben] = [await newListener(["notification.created"]), await newPerson()];
  const id = await postOf(ada.ctx);
  await likePost(ben, { id });
  await unlikePost(ben, { id });
  expect(await toldOf(ada, "notification.created")).toEqual([]);
});

test("a notification that is deleted while its delivery waits ends the delivery unsent", async () => {
  const [{ ctx: ada, endpointId }, ben] = [await newListener(["notification.created"]), await newPerson()];
  const id = await postOf(ada);
  await likePost(ben, { id });
  await announce(ada);
  await unlikePost(ben, { id });
  const claim = await claimDeliveries(ada, "test", [{ endpointId, limit: 10 }]);
  expect(claim.deliveries).toEqual([]);
  expect(await deliveriesOf(endpointId)).toMatchObject([{ status: "failed", error: NO_LONGER_VISIBLE, attempts: 0 }]);
});

test("notifications of one act, done and undone again and again, are announced at growing intervals", async () => {
  const [ada, ben] = [await newListener(["notification.created"]), await newPerson()];
  const id = await postOf(ada.ctx);
  for (let round = 0; round < IMMEDIATE_ANNOUNCEMENTS + 5; round++) {
    await likePost(ben, { id });
    await announce(ada.ctx);
    await unlikePost(ben, { id });
  }
  expect(await deliveriesOf(ada.endpointId)).toHaveLength(IMMEDIATE_ANNOUNCEMENTS);
  expect(await database().prisma.incomingAct.count({ where: { userId: ada.ctx.actor.id } })).toBe(1);
});

test("a buyer whom the seller muted causes no event, nor does a notification about somebody blocked", async () => {
  const [seller, buyer] = [await newListener(["build.sold", "notification.created"]), await newPerson()];
  await grant(seller.ctx, 0);
  await grant(buyer, 100);
  const slug = await newBuild(seller.ctx, { price: 4 });
  await muteUser(seller.ctx, { handle: buyer.actor.handle });
  await buyBuild(buyer, { slug, price: 4 });
  await blockUser(seller.ctx, { handle: buyer.actor.handle });
  await announceAll(seller.ctx);
  expect(await deliveriesOf(seller.endpointId)).toEqual([]);
  expect(await namesIn(seller.ctx)).toEqual([]);
});

test("neither `*` nor `incoming.*` includes events that must be subscribed to by name", async () => {
  const [own, incoming, ben] = [await newListener(["*"]), await newListener(), await newPerson()];
  for (const { ctx } of [own, incoming]) {
    await grant(ctx, 100);
    await placeBet(ctx, { bin: 1, amount: 1 });
    await followUser(ben, { handle: ctx.actor.handle });
    await announce(ctx);
  }
  expect((await deliveriesOf(own.endpointId)).map(({ event }) => event)).toEqual([]);
  expect((await deliveriesOf(incoming.endpointId)).map(({ event }) => event)).toEqual(["incoming.follow"]);
});
