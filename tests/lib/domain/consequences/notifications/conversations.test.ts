import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { muteConversation, unmuteConversation } from "@/lib/domain/consequences/notifications/conversations";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";
import { announce, logOf, newListener } from "@/tests/lib/domain/consequences/incoming/listening";
import { newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
let post: { id: string };
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
  post = await createPost(ada, { content: "Hello", audience: "PUBLIC" });
});

const types = async (as: Context) => (await listNotifications(as, { limit: 50 })).data.map(({ type }) => type);

describe("a muted conversation", () => {
  test("notifies nobody who muted it, of anything, and others as before", async () => {
    const cleo = await newPerson();
    const said = await addComment(cleo, { ...post, content: "First" });
    expect(await muteConversation(ada, post)).toEqual({ muted: true });
    await likePost(ben, post);
    await repostPost(ben, post);
    await addComment(ben, { ...post, content: `@${ada.actor.handle} look`, parent_id: said.id });
    expect(await types(ada)).toEqual([]);
    expect(await types(cleo)).toEqual(["REPLY"]);
    const other = await createPost(ada, { content: "Another", audience: "PUBLIC" });
    await likePost(ben, other);
    expect(await types(ada)).toEqual(["LIKE"]);
  });

  test("takes back what was not read, and does not return it", async () => {
    await likePost(ben, post);
    expect(await countUnread(ada)).toBe(1);
    await muteConversation(ada, post);
    expect(await countUnread(ada)).toBe(0);
    expect(await unmuteConversation(ada, post)).toEqual({ muted: false });
    expect(await types(ada)).toEqual([]);
    await addComment(ben, { ...post, content: "Again" });
    expect(await types(ada)).toEqual(["COMMENT"]);
  });

  test("can be muted and unmuted again, and says so to its reader alone", async () => {
    const isMuted = async (as: Context) => (await getTimelinePost(as, post)).viewer.muted;
    for (let twice = 0; twice < 2; twice++) await muteConversation(ben, post);
    expect([await isMuted(ben), await isMuted(ada)]).toEqual([true, false]);
    for (let twice = 0; twice < 2; twice++) await unmuteConversation(ben, post);
    expect(await isMuted(ben)).toBe(false);
  });

  test("is of a post that the reader may see", async () => {
    const secret = await createPost(ada, { content: "Hello", audience: "PRIVATE" });
    for (const id of [secret.id, "post_none"])
      for (const act of [muteConversation, unmuteConversation])
        await expect(act(ben, { id })).rejects.toMatchObject({ code: "not_found" });
    await muteConversation(ben, post);
    await blockUser(ada, { handle: ben.actor.handle });
    expect(await unmuteConversation(ben, post), "or was").toEqual({ muted: false });
    await expect(unmuteConversation(ben, post)).rejects.toMatchObject({ code: "not_found" });
  });

  test("causes no event of a notification", async () => {
    const { ctx: owner } = await newListener(["notification.created"]);
    const own = await createPost(owner, { content: "Hello", audience: "PUBLIC" });
    await muteConversation(owner, own);
    await likePost(ben, own);
    await announce(owner);
    expect((await logOf(owner)).map(({ event }) => event)).toEqual(["post.created"]);
  });
});
