import { beforeEach, describe, expect, test } from "vitest";
import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import type { Context } from "@/lib/domain/kernel/context";
import { bookmarkPost, likePost, repostPost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { changeMembership, joinRoom, leaveRoom, removeMember } from "@/lib/domain/play/rooms/membership";
import { changeRoom, closeRoom, createRoom } from "@/lib/domain/play/rooms/commands";
import { noteTyping, sendMessage } from "@/lib/domain/play/rooms/messages";
import { getRoom, listOlderMessages, listRooms } from "@/lib/domain/play/rooms/queries";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { unblockUser } from "@/lib/domain/people/safety/commands";
import { getBranch, listReplies, listThreads } from "@/lib/domain/writing/comments/threads";
import { database } from "@/lib/infra/database/db";
import { newBuild } from "@/tests/support/builds";
import { buyBuild, likeBuild } from "@/lib/domain/writing/builds/commands";
import { block, named, notFound, publicPost, threePeople } from "./three-people";

let ada: Context;
let ben: Context;
let cleo: Context;
beforeEach(async () => {
  [ada, ben, cleo] = await threePeople();
});

describe("a blocked and a blocking person", () => {
  test("cannot act on each other's posts, comments, builds and rooms, which look nonexistent", async () => {
    const post = await publicPost(ada);
    const comment = await addComment(ada, { id: post.id, content: "Mine" });
    const slug = await newBuild(ada, { price: 1 });
    const room = await createRoom(ada, newRoom.parse({ name: "A room" }), {});
    const shared = await publicPost(cleo);
    const under = await addComment(ada, { id: shared.id, content: "Under another's" });
    await block(ada, ben);
    const { id } = post;
    const acts = [
      () => likePost(ben, { id }),
      () => unlikePost(ben, { id }),
      () => repostPost(ben, { id }),
      () => bookmarkPost(ben, { id }),
      () => addComment(ben, { id, content: "Hello" }),
      () => addComment(ben, { id, content: "Hello", parent_id: comment.id }),
      () => likeBuild(ben, { slug }),
      () => buyBuild(ben, { slug, price: 1 }),
      () => commentOnBuild(ben, { slug, content: "Hello" }),
      () => followUser(ben, named(ada)),
      () => unfollowUser(ben, named(ada)),
      () => joinRoom(ben, { code: room.code }, { passwordHash: null }),
      () => getRoom(ben, { code: room.code }),
      () => leaveRoom(ben, { code: room.code }),
      () => removeMember(ben, { code: room.code, userId: cleo.actor.id, ban: true }),
      () => changeRoom(ben, { code: room.code, name: "Mine" }, {}),
      () => closeRoom(ben, { code: room.code }),
      () => changeMembership(ben, { code: room.code, showDrops: false }),
      () => sendMessage(ben, { code: room.code, content: "Hello" }),
      () => noteTyping(ben, { code: room.code }),
      () => listOlderMessages(ben, { code: room.code, before: 9, limit: 9 }),
    ];
    const message = "There is nothing at this address that you can see.";
    for (const act of acts) await expect(act()).rejects.toMatchObject({ ...notFound, message });
    await expect(addComment(ben, { id: shared.id, content: "Hello", parent_id: under.id })).rejects.toMatchObject({
      details: { issues: [{ message: "parent_id is not a comment of this post" }] },
    });
    expect((await listRooms(ben, { limit: 50 })).data.map(({ code }) => code)).not.toContain(room.code);
    expect(await database().prisma.like.count({ where: { userId: ben.actor.id } })).toBe(0);
  });

  test("see neither each other's comments on a third person's post nor the replies to them", async () => {
    const { id } = await publicPost(cleo);
    const top = await addComment(ben, { id, content: "Top" });
    const reply = await addComment(cleo, { id, content: "Reply", parent_id: top.id });
    const deep = await addComment(cleo, { id, content: "Deep", parent_id: reply.id });
    await block(ada, ben);
    const page = { limit: 20 };
    expect((await listComments(ada, { id, ...page })).data).toEqual([]);
    expect((await listThreads(ada, { id, ...page })).data).toEqual([]);
    for (const commentId of [top.id, reply.id]) {
      expect((await listComments(ada, { id, parent_id: commentId, ...page })).data).toEqual([]);
      expect((await listReplies(ada, { id, commentId, ...page })).data).toEqual([]);
    }
    for (const { id: commentId } of [top, reply, deep])
      await expect(getBranch(ada, { id, commentId })).rejects.toMatchObject(notFound);
    expect((await listThreads(cleo, { id, ...page })).data).toHaveLength(1);
  });

  test("are neither notified of nor linked to each other", async () => {
    const { id } = await publicPost(ada);
    await likePost(ben, { id });
    await publicPost(cleo, `Look, @${ben.actor.handle}`);
    expect(await countUnread(ada)).toBe(1);
    await block(ada, ben);
    expect(await countUnread(ada)).toBe(0);
    expect((await listNotifications(ada, { limit: 20 })).data).toEqual([]);
    const { id: mentioning } = await publicPost(ben, `Hello @${ada.actor.handle}`);
    expect(await database().prisma.post.findUnique({ where: { id: mentioning } })).toMatchObject({ mentions: {} });
    await unblockUser(ada, named(ben));
    expect((await listNotifications(ada, { limit: 20 })).data.map(({ type }) => type)).toEqual(["LIKE"]);
  });
});
