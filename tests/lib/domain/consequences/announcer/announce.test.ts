import { describe, expect, onTestFinished, test } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { likePost, repostPost, unlikePost, unrepostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { recordIncoming } from "@/lib/domain/consequences/incoming/acts";
import { announceTo } from "@/lib/domain/consequences/announcer/announce";
import {
  LONGEST_WAIT_MS,
  IMMEDIATE_ANNOUNCEMENTS,
  ANNOUNCED_BETWEEN_PROGRAMS,
} from "@/lib/domain/consequences/incoming/rules";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { joinRoom } from "@/lib/domain/play/rooms/membership";
import { deleteMessage, sendMessage } from "@/lib/domain/play/rooms/messages";
import { blockUser, muteUser, unmuteUser } from "@/lib/domain/people/safety/commands";
import { changeAccount } from "@/lib/domain/accounts/users/profile";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { claimDeliveries } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { NO_LONGER_VISIBLE } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { deliveriesOf, endpointRow } from "@/tests/lib/domain/consequences/webhooks/owner";
import { newPerson } from "@/tests/support/people";
import { announce, announceAll, logOf, namesIn, newListener } from "@/tests/lib/domain/consequences/incoming/listening";

const postOf = async (ctx: Context, content = "Hello") => (await createPost(ctx, { content, audience: "PUBLIC" })).id;
const handleOf = ({ actor: { handle } }: Context) => ({ handle });

describe("a subscribed account gets events", () => {
  test("for follows, likes and reposts, and for each that is undone, with the actor", async () => {
    const [{ ctx: ada, endpointId }, ben] = [await newListener(), await newPerson()];
    const id = await postOf(ada);
    const acts: [string, () => Promise<unknown>, object][] = [
      ["incoming.follow", () => followUser(ben, handleOf(ada)), {}],
      ["incoming.follow.undone", () => unfollowUser(ben, handleOf(ada)), {}],
      ["incoming.like", () => likePost(ben, { id }), { postId: id }],
      ["incoming.like.undone", () => unlikePost(ben, { id }), { postId: id }],
      ["incoming.repost", () => repostPost(ben, { id }), { postId: id }],
      ["incoming.repost.undone", () => unrepostPost(ben, { id }), { postId: id }],
    ];
    for (const [name, act, data] of acts) {
      await act();
      await announce(ada);
      const told = (await logOf(ada)).at(-1)!;
      const doer = { userId: ben.actor.id, handle: ben.actor.handle, automated: false };
      expect(told).toMatchObject({ event: name, data: { ...doer, ...data } });
      const delivery = (await deliveriesOf(endpointId)).at(-1)!;
      expect(JSON.parse(delivery.body)).toMatchObject({ event: name, eventId: told.eventId, data: told.data });
    }
    const deliveries = await deliveriesOf(endpointId);
    expect(deliveries.map(({ event }) => event)).toEqual(acts.map(([name]) => name));
    expect(deliveries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("for comments and replies, and for their deletion, whoever deletes them", async () => {
    const [{ ctx: ada }, { ctx: ben }, cleo] = [await newListener(), await newListener(), await newPerson()];
    const id = await postOf(ada);
    const first = await addComment(ben, { id, content: "First" });
    const reply = await addComment(cleo, { id, content: "Reply", parent_id: first.id });
    await announce(ada);
    expect(await logOf(ada)).toMatchObject([
      { event: "post.created" },
      { event: "incoming.comment", data: { userId: ben.actor.id, postId: id, commentId: first.id, parentId: null } },
      { event: "incoming.comment", data: { userId: cleo.actor.id, commentId: reply.id, parentId: first.id } },
    ]);
    expect((await logOf(ben)).at(-1)).toMatchObject({
      event: "incoming.comment",
      data: { userId: cleo.actor.id, commentId: reply.id },
    });
    await deleteComment(ada, { id: reply.id });
    await announce(ada);
    for (const told of [ada, ben])
      expect((await logOf(told)).at(-1)).toMatchObject({
        event: "incoming.comment.undone",
        data: { userId: cleo.actor.id, commentId: reply.id },
      });
  });

  test("for mentions in posts, comments and rooms, and for their deletion", async () => {
    const [{ ctx: ada }, ben] = [await newListener(["incoming.mention", "incoming.mention.undone"]), await newPerson()];
    const words = `Hello @${ada.actor.handle}`;
    const mentioned = async (data: object, gone: () => Promise<unknown>) => {
      await announce(ada);
      expect((await logOf(ada)).at(-1)).toMatchObject({ event: "incoming.mention", data });
      await gone();
      await announce(ada);
      expect((await logOf(ada)).at(-1)).toMatchObject({ event: "incoming.mention.undone", data });
    };
    const post = await postOf(ben, words);
    await mentioned({ postId: post, commentId: null, messageId: null, roomCode: null }, () =>
      editPost(ben, { id: post, content: "Hello nobody" }),
    );
    const other = await postOf(ben, words);
    await mentioned({ postId: other, commentId: null }, () => deletePost(ben, { id: other }));
    const comment = await addComment(ben, { id: post, content: words });
    await mentioned({ postId: post, commentId: comment.id }, () => deleteComment(ben, { id: comment.id }));
    const { code } = await createRoom(ben, { name: "A room", public: true, maxMembers: 5 }, {});
    await joinRoom(ada, { code }, {});
    const message = await sendMessage(ben, { code, content: words });
    await mentioned({ postId: null, commentId: null, messageId: message.id, roomCode: code }, () =>
      deleteMessage(ben, { code, id: message.id }),
    );
  });

  test("by name or by wildcard: `*` does not include them", async () => {
    const [{ ctx: ada, endpointId: all }, ben] = [await newListener(), await newPerson()];
    const register = async (events: Parameters<typeof createEndpoint>[1]["events"]) =>
      (await createEndpoint(ada, { url: "http://127.0.0.1:9/", events })).id;
    const [own, likes] = [await register(["*"]), await register(["incoming.like"])];
    const id = await postOf(ada);
    await likePost(ben, { id });
    await followUser(ben, handleOf(ada));
    await announce(ada);
    const eventsOf = async (endpoint: string) => (await deliveriesOf(endpoint)).map(({ event }) => event);
    expect(await eventsOf(all)).toEqual(["incoming.like", "incoming.follow"]);
    expect(await eventsOf(own)).toEqual(["post.created"]);
    expect(await eventsOf(likes)).toEqual(["incoming.like"]);
  });

  test("and nobody else: unsubscribed accounts cost no row, nor do one's own acts", async () => {
    const [ada, ben, { ctx: cleo }] = [await newPerson(), await newPerson(), await newListener()];
    await likePost(ben, { id: await postOf(ada) });
    await likePost(cleo, { id: await postOf(cleo) });
    expect(
      await database().prisma.incomingAct.count({ where: { userId: { in: [ada.actor.id, cleo.actor.id] } } }),
    ).toBe(0);
  });
});

test("an account that an act names twice gets one event", async () => {
  const [{ ctx: ada }, ben] = [await newListener(), await newPerson()];
  const userIds = [ada.actor.id, ada.actor.id];
  const act = { kind: "mention" as const, userIds, subjectId: "user_twice", data: {} };
  await inTransaction(ben, (tx) => recordIncoming(tx, act));
  await announce(ada);
  expect(await namesIn(ada)).toEqual(["incoming.mention"]);
});

describe("no event is delivered", () => {
  test("for acts of somebody muted or blocked; the log shows a muted person's once the mute ends", async () => {
    const [{ ctx: ada, endpointId }, ben] = [await newListener(), await newPerson()];
    const id = await postOf(ada);
    await muteUser(ada, handleOf(ben));
    await likePost(ben, { id });
    await announce(ada);
    expect(await namesIn(ada)).toEqual(["post.created"]);
    expect(await deliveriesOf(endpointId)).toEqual([]);
    await unmuteUser(ada, handleOf(ben));
    expect(await namesIn(ada)).toEqual(["post.created", "incoming.like"]);
    await blockUser(ada, handleOf(ben));
    expect(await namesIn(ada)).toEqual(["post.created"]);
  });

  test.each([
    ["deleted", (_ada: Context, ben: Context, id: string) => deleteComment(ben, { id })],
    [
      "hidden by moderators",
      (_ada: Context, _ben: Context, id: string) =>
        database().prisma.comment.update({ where: { id }, data: { hiddenAt: new Date() } }),
    ],
    ["by somebody who was blocked", (ada: Context, ben: Context) => blockUser(ada, handleOf(ben))],
    ["by somebody who blocked the account", (ada: Context, ben: Context) => blockUser(ben, handleOf(ada))],
    ["by somebody who was muted", (ada: Context, ben: Context) => muteUser(ada, handleOf(ben))],
  ])("for an act that was %s while it was queued: the delivery ends, and never changes again", async (_what, act) => {
    const [{ ctx: ada, endpointId }, ben] = [await newListener(), await newPerson()];
    const { id } = await addComment(ben, { id: await postOf(ada), content: "Soon gone" });
    await announce(ada);
    const [before] = await deliveriesOf(endpointId);
    await act(ada, ben, id);
    const { deliveries } = await claimDeliveries(ada, "worker", [{ endpointId, limit: 8 }]);
    expect(deliveries).toEqual([]);
    expect(await deliveriesOf(endpointId)).toEqual([
      { ...before, status: "failed", error: NO_LONGER_VISIBLE, nextAttemptAt: null },
    ]);
    expect(await endpointRow(endpointId)).toMatchObject({ failureCount: 0, exhaustedCount: 0, enabled: true });
    expect(await namesIn(ada)).not.toContain("incoming.comment");
  });
});

test("an account for which announcing fails does not delay others, and gets its events once it works", async () => {
  const [{ ctx: ada }, { ctx: cleo }, ben] = [await newListener(), await newListener(), await newPerson()];
  await followUser(ben, handleOf(ada));
  await followUser(ben, handleOf(cleo));
  const { prisma } = database();
  const isOther = `id <> '${ada.actor.id}'`;
  await prisma.$executeRawUnsafe(`ALTER TABLE "User" ADD CONSTRAINT t CHECK (${isOther} OR "eventPosition" = 0)`);
  const mend = () => prisma.$executeRawUnsafe(`ALTER TABLE "User" DROP CONSTRAINT IF EXISTS t`);
  onTestFinished(async () => void (await mend()));
  await expect(announce(ada)).rejects.toThrow("could not be announced");
  expect(await namesIn(cleo)).toEqual(["incoming.follow"]);
  expect(await namesIn(ada)).toEqual([]);
  await mend();
  await announce(ada);
  expect(await namesIn(ada)).toEqual(["incoming.follow"]);
});

test("a suspended account gets no deliveries; its log has the events", async () => {
  const [{ ctx: ada, endpointId }, ben] = [await newListener(), await newPerson()];
  await followUser(ben, handleOf(ada));
  await database().prisma.user.update({ where: { id: ada.actor.id }, data: { suspendedAt: new Date() } });
  await announce(ada);
  expect(await deliveriesOf(endpointId)).toEqual([]);
  expect(await namesIn(ada)).toEqual(["incoming.follow"]);
});

test("likes by one person, undone again and again, cost few rows and end with the right state", async () => {
  const [{ ctx: ada, endpointId }, ben] = [await newListener(), await newPerson()];
  const id = await postOf(ada);
  for (let index = 0; index < 100; index++) {
    await likePost(ben, { id });
    await announce(ada);
    await unlikePost(ben, { id });
    await announce(ada);
  }
  const doublings = Math.ceil(Math.log2(LONGEST_WAIT_MS / 1000));
  expect((await deliveriesOf(endpointId)).length).toBeLessThanOrEqual(IMMEDIATE_ANNOUNCEMENTS + doublings);
  expect(await database().prisma.incomingAct.count({ where: { userId: ada.actor.id } })).toBe(1);
  await announceAll(ada);
  expect((await namesIn(ada)).at(-1)).toBe("incoming.like.undone");
});

test("two programs that answer each other are stopped, and a person gets every event", async () => {
  const { ctx: bot } = await newListener();
  const [other, person] = [await newPerson(), await newPerson()];
  for (const program of [bot, other]) await changeAccount(program, { automated: true });
  const mention = async (by: Context) => {
    await postOf(by, `@${bot.actor.handle} again`);
    await announce(bot);
  };
  for (let index = 0; index < ANNOUNCED_BETWEEN_PROGRAMS + 5; index++) {
    await mention(other);
    await mention(person);
  }
  const told = await logOf(bot);
  const by = ({ actor: { id } }: Context) => told.filter(({ data }) => data.userId === id);
  expect(by(other)).toHaveLength(ANNOUNCED_BETWEEN_PROGRAMS);
  expect(by(other)[0]?.data).toMatchObject({ automated: true });
  const kept = { userId: bot.actor.id, actorId: other.actor.id };
  expect(await database().prisma.incomingAct.count({ where: kept })).toBe(ANNOUNCED_BETWEEN_PROGRAMS);
  expect(by(person)).toHaveLength(ANNOUNCED_BETWEEN_PROGRAMS + 5);
});

test("concurrent announcers of an account that acts itself announce everything once and in order", async () => {
  const { ctx: ada, endpointId } = await newListener(["*", "incoming.*"]);
  const id = await postOf(ada);
  const fans = await Promise.all(Array.from({ length: 12 }, () => newPerson()));
  await Promise.all([
    ...fans.map(async (fan) => {
      await followUser(fan, handleOf(ada));
      await likePost(fan, { id });
      await announceTo(ada, ada.actor.id);
    }),
    ...Array.from({ length: 4 }, () => postOf(ada, "Meanwhile")),
  ]);
  await announce(ada);
  const told = await namesIn(ada);
  expect(told.filter((name) => name === "incoming.like")).toHaveLength(12);
  expect(told.filter((name) => name === "incoming.follow")).toHaveLength(12);
  const deliveries = await deliveriesOf(endpointId);
  expect(deliveries.map(({ sequence }) => sequence)).toEqual(deliveries.map((_row, index) => index + 1));
  expect(deliveries.map(({ eventId }) => eventId)).toEqual((await logOf(ada)).map(({ eventId }) => eventId));
});
