import { expect, test } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { subscribeLog } from "@/lib/domain/consequences/event-log/commands";
import { LOG_INTERRUPTED, LOG_SUBSCRIPTION_MS } from "@/lib/domain/consequences/event-log/rules";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";
import { followUser } from "@/lib/domain/people/graph/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import {
  createEndpoint,
  deleteEndpoint,
  disableOwnEndpoints,
  updateEndpoint,
} from "@/lib/domain/consequences/webhooks/commands";
import { disableEndpoint } from "@/lib/domain/consequences/webhooks/health";
import { database } from "@/lib/infra/database/db";
import { announce, logOf, newListener } from "@/tests/lib/domain/consequences/incoming/listening";
import { newPerson } from "@/tests/support/people";

const like = async (author: Context) => {
  const { id } = await createPost(author, { content: "Hello", audience: "PUBLIC" });
  await likePost(await newPerson(), { id });
};

const ownActs = (name: string) => name.startsWith("post.");

async function toldTo(ctx: Context) {
  await announce(ctx);
  return (await logOf(ctx)).map(({ event }) => event).filter((name) => !ownActs(name));
}

const subscriptionsOf = (ctx: Context) =>
  database().prisma.logSubscription.findMany({ where: { userId: ctx.actor.id }, orderBy: { event: "asc" } });

/** Ends the account's subscriptions so long ago. */
const expire = (ctx: Context, agoMs = 1000) =>
  database().prisma.logSubscription.updateMany({
    where: { userId: ctx.actor.id },
    data: { expiresAt: new Date(Date.now() - agoMs) },
  });

test("a log with a subscription has what happens to its account, without an endpoint", async () => {
  const author = await newPerson();
  await like(author);
  expect(await toldTo(author)).toEqual([]);
  await subscribeLog(author, { events: ["incoming.*"] });
  await like(author);
  await followUser(await newPerson(), { handle: author.actor.handle });
  expect(await toldTo(author)).toEqual(["incoming.like", "incoming.follow"]);
});

test("it has only the events of the subscription", async () => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.follow"] });
  await like(author);
  await followUser(await newPerson(), { handle: author.actor.handle });
  expect(await toldTo(author)).toEqual(["incoming.follow"]);
});

test.each<[string, (ctx: Context, endpointId: string) => Promise<unknown>]>([
  ["its owner", (ctx, id) => updateEndpoint(ctx, { id, enabled: false })],
  ["its failures", (ctx, id) => inTransaction(ctx, (tx) => disableEndpoint(tx, id, "The receiver answered 410 Gone."))],
  ["a suspension", (ctx) => inTransaction(ctx, disableOwnEndpoints)],
])("what an endpoint asks for is in the log although %s disabled it", async (_who, disable) => {
  const { ctx, endpointId } = await newListener(["incoming.like", "notification.created"]);
  await disable(ctx, endpointId);
  await expire(ctx);
  await like(ctx);
  expect((await toldTo(ctx)).toSorted()).toEqual(["incoming.like", "notification.created"]);
});

test.each<[string, (ctx: Context, endpointId: string) => Promise<unknown>]>([
  ["is deleted", (ctx, id) => deleteEndpoint(ctx, { id })],
  ["asks for something else", (ctx, id) => updateEndpoint(ctx, { id, events: ["bet.settled"] })],
])("what an endpoint asked for stays in the log after it %s, as after a subscription", async (_what, change) => {
  const { ctx, endpointId } = await newListener(["incoming.like"]);
  await expire(ctx);
  await change(ctx, endpointId);
  await like(ctx);
  expect(await toldTo(ctx)).toEqual(["incoming.like"]);
});

test("it expires without renewal, and is deleted once the log has nothing from before", async () => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.*"] });
  await expire(author);
  await like(author);
  expect(await toldTo(author)).toEqual([]);
  await deleteExpired(author);
  expect(await subscriptionsOf(author)).toHaveLength(1);
  await expire(author, EVENT_RETENTION_DAYS * DAY_MS + HOUR_MS);
  await deleteExpired(author);
  expect(await subscriptionsOf(author)).toEqual([]);
});

test("renewing lasts as long as the log from then on, and does not affect subscriptions to other events", async () => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.*", "bet.settled"] });
  await expire(author);
  await Promise.all([
    subscribeLog(author, { events: ["incoming.*", "build.sold"] }),
    subscribeLog(author, { events: ["build.sold", "incoming.*"] }),
  ]);
  const almostAll = new Date(Date.now() + LOG_SUBSCRIPTION_MS - HOUR_MS);
  const left = (await subscriptionsOf(author)).map(({ event, expiresAt }) => [event, expiresAt > almostAll]);
  expect(left).toEqual([
    ["bet.settled", false],
    ["build.sold", true],
    ["incoming.*", true],
  ]);
});

test.each<[string, (ctx: Context) => Promise<unknown>]>([
  ["a program", (ctx) => subscribeLog(ctx, { events: ["incoming.like"] })],
  ["a new endpoint", (ctx) => createEndpoint(ctx, { url: "http://127.0.0.1:9/", events: ["incoming.*", "*"] })],
])("the log says once from when to when it lacks what %s asks for again", async (_who, askAgain) => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.like"] });
  await expire(author, DAY_MS);
  const [subscription] = await subscriptionsOf(author);
  await like(author);
  const asked = Date.now();
  await askAgain(author);
  await askAgain(author);
  await like(author);
  await announce(author);
  const log = (await logOf(author)).filter(({ event }) => !ownActs(event));
  const gap = { events: ["incoming.like"], from: subscription!.expiresAt.toISOString(), to: expect.any(String) };
  expect(log).toMatchObject([{ event: LOG_INTERRUPTED, data: gap }, { event: "incoming.like" }]);
  expect(Date.parse(String(log[0]?.data.to))).toBeGreaterThanOrEqual(asked - 1000);
});

test("asking for more is no interruption", async () => {
  const { ctx } = await newListener(["incoming.like"]);
  await expire(ctx);
  await subscribeLog(ctx, { events: ["incoming.like", "incoming.follow", "bet.settled"] });
  expect(await toldTo(ctx)).toEqual([]);
});
