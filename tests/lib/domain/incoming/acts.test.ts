import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/context";
import { likePost } from "@/lib/domain/engagement/commands";
import { followUser } from "@/lib/domain/graph/commands";
import { subscribeLog } from "@/lib/domain/incoming/acts";
import { createPost } from "@/lib/domain/posts/commands";
import { deleteExpired } from "@/lib/domain/retention/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { announce, namesIn } from "./listening";

const like = async (author: Context) => {
  const { id } = await createPost(author, { content: "Hello", audience: "PUBLIC" });
  await likePost(await newPerson(), { id });
};

async function toldTo(ctx: Context) {
  await announce(ctx);
  return (await namesIn(ctx)).filter((name) => name.startsWith("incoming."));
}

const subscriptionsOf = (ctx: Context) =>
  database().prisma.logSubscription.findMany({ where: { userId: ctx.actor.id }, orderBy: { event: "asc" } });

const expire = (ctx: Context) =>
  database().prisma.logSubscription.updateMany({
    where: { userId: ctx.actor.id },
    data: { expiresAt: new Date(Date.now() - 1000) },
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

test("it expires without renewal, and is deleted", async () => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.*"] });
  await expire(author);
  await like(author);
  expect(await toldTo(author)).toEqual([]);
  await deleteExpired(author);
  expect(await subscriptionsOf(author)).toEqual([]);
});

test("renewing lasts a day from then on, and does not affect subscriptions to other events", async () => {
  const author = await newPerson();
  await subscribeLog(author, { events: ["incoming.*", "bet.settled"] });
  await expire(author);
  await Promise.all([
    subscribeLog(author, { events: ["incoming.*", "build.sold"] }),
    subscribeLog(author, { events: ["build.sold", "incoming.*"] }),
  ]);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const left = (await subscriptionsOf(author)).map(({ event, expiresAt }) => [event, expiresAt > inHours(23)]);
  expect(left).toEqual([
    ["bet.settled", false],
    ["build.sold", true],
    ["incoming.*", true],
  ]);
});
