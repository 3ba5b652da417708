import { describe, expect, test } from "vitest";
import { addComment, editComment } from "@/lib/domain/writing/comments/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { followUser } from "@/lib/domain/people/graph/commands";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import type { NewDecision } from "@/lib/domain/people/moderation/schema";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost, listFeed, listOwnPosts, listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { searchPeople, searchPosts } from "@/lib/domain/people/search/queries";
import { listForYou, listPostsOf } from "@/lib/domain/writing/posts/timeline";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { roomOfTwo, snapshotOf } from "../../play/rooms/people";
import { again, newStaff, reported, stored } from "./staff";

const because = (action: NewDecision["action"]) => ({ action, reason: "It breaks the rules" });
const page = { limit: 50 };
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe("a hidden post", () => {
  test("disappears from all reads of others at once, and its author sees it marked", async () => {
    const [author, reader, moderator] = [await newPerson(), await newPerson(), await newStaff()];
    const post = await createPost(author, { content: "Quicksilver words", audience: "PUBLIC" });
    expect(ids(await listFeed(reader, page))).toContain(post.id);
    await decideReport(moderator, { id: await reported("post", post.id), ...because("hide") });
    expect(ids(await listFeed(reader, page))).not.toContain(post.id);
    expect(ids(await listPublicPosts(reader, { ...page, handle: author.actor.handle }))).toEqual([]);
    expect(ids(await searchPosts(reader, { ...page, q: "quicksilver" }))).toEqual([]);
    await expect(getPost(reader, post)).rejects.toMatchObject({ code: "not_found" });
    await expect(addComment(reader, { id: post.id, content: "Hm" })).rejects.toMatchObject({ code: "not_found" });
    expect(ids(await listOwnPosts(author, page))).toEqual([post.id]);
    expect((await listPostsOf(author, { ...page, handle: author.actor.handle })).data).toMatchObject([
      { hidden: true },
    ]);
    expect(await database().prisma.post.findUnique({ where: { id: post.id } })).toMatchObject({
      audience: "PRIVATE",
      chosenAudience: "PUBLIC",
      hiddenAt: expect.any(Date),
    });
    expect(await stored(author.actor.id)).toMatchObject({ postsCount: 1, publicPostsCount: 0 });
  });
});

test("only its author sees a hidden comment and its preview; a deleted one is deleted", async () => {
  const [author, other, moderator] = [await newPerson(), await newPerson(), await newStaff()];
  const { id } = await createPost(author, { content: "A post", audience: "PUBLIC" });
  const comment = await addComment(other, { id, content: "A bad comment" });
  const worse = await addComment(other, { id, content: "A worse one" });
  await decideReport(moderator, { id: await reported("comment", comment.id), ...because("hide") });
  expect(ids(await listComments(author, { ...page, id }))).toEqual([worse.id]);
  expect(ids(await listComments(other, { ...page, id })).toSorted()).toEqual([comment.id, worse.id].toSorted());
  const reply = { id, content: "Oh", parent_id: comment.id };
  await expect(addComment(author, reply)).rejects.toMatchObject({ code: "invalid_request" });
  const previews = async () => (await listNotifications(author, page)).data.map(({ preview }) => preview);
  expect(await previews()).not.toContain("A bad comment");
  await decideReport(moderator, { id: await reported("comment", worse.id), ...because("delete") });
  expect(ids(await listComments(other, { ...page, id }))).toEqual([comment.id]);
  expect(await previews()).not.toContain("A worse one");
});

test("deletion works as by the author, and a message loses its content", async () => {
  const moderator = await newStaff();
  const { host, guest, code } = await roomOfTwo();
  const post = await createPost(host, { content: "Bad", audience: "PUBLIC" });
  const message = await sendMessage(host, { code, content: "Bad as well" });
  await decideReport(moderator, { id: await reported("post", post.id), ...because("delete") });
  await decideReport(moderator, { id: await reported("message", message.id, guest), ...because("delete") });
  await expect(getPost(host, post)).rejects.toMatchObject({ code: "not_found" });
  expect(await stored(host.actor.id)).toMatchObject({ postsCount: 0, publicPostsCount: 0 });
  const { messages } = await snapshotOf(guest, code);
  expect(messages.find(({ id }) => id === message.id)).toMatchObject({ content: "", deleted: true });
});

test("only followers see what a limited person has written, and will write", async () => {
  const [author, follower, reader, moderator] = [
    await newPerson(),
    await newPerson(),
    await newPerson(),
    await newStaff(),
  ];
  await followUser(follower, { handle: author.actor.handle });
  const before = await createPost(author, { content: "Before", audience: "PUBLIC" });
  await decideReport(moderator, { id: await reported("user", author.actor.id), ...because("limit") });
  const after = await createPost(await again(author), { content: "After", audience: "PUBLIC" });
  expect(after.audience).toBe("FOLLOWERS");
  for (const { id } of [before, after]) {
    await expect(getPost(reader, { id })).rejects.toMatchObject({ code: "not_found" });
    expect(await getPost(follower, { id })).toMatchObject({ id });
    expect(ids(await listForYou(follower, page))).toContain(id);
    expect(ids(await listFeed(reader, page))).not.toContain(id);
  }
  expect(await stored(author.actor.id)).toMatchObject({ postsCount: 2, publicPostsCount: 0 });
  const other = await createPost(reader, { content: "Of somebody else", audience: "PUBLIC" });
  const comment = await addComment(await again(author), { id: other.id, content: "Me too" });
  expect(ids(await listComments(reader, { ...page, id: other.id }))).toEqual([]);
  expect(ids(await listComments(follower, { ...page, id: other.id }))).toEqual([comment.id]);
  expect(await searchPeople(reader, { q: author.actor.handle, limit: 5 })).toEqual([]);
});

test("a limited person's comments reach only followers, also by notification", async () => {
  const [author, moderator] = [await newPerson(), await newStaff()];
  const [follower, reader, mentioned] = [await newPerson(), await newPerson(), await newPerson()];
  await followUser(follower, { handle: author.actor.handle });
  const notificationsOf = async (person: typeof reader) => (await listNotifications(person, page)).data;
  const posts = [reader, follower].map((by) => createPost(by, { content: "Mine", audience: "PUBLIC" }));
  const [ofReader, ofFollower] = await Promise.all(posts);
  await addComment(author, { id: ofReader!.id, content: "Said before" });
  expect(await notificationsOf(reader)).toMatchObject([{ preview: "Said before" }]);
  await decideReport(moderator, { id: await reported("user", author.actor.id), ...because("limit") });
  const limited = await again(author);
  const content = `Hey @${mentioned.actor.handle}`;
  const comment = await addComment(limited, { id: ofReader!.id, content });
  await addComment(limited, { id: ofFollower!.id, content });
  await editComment(limited, { id: comment.id, content: `${content}, and @${follower.actor.handle}` });
  expect(await notificationsOf(reader)).toEqual([]);
  expect(await notificationsOf(mentioned)).toEqual([]);
  expect((await notificationsOf(follower)).map(({ type }) => type).toSorted()).toEqual(["COMMENT", "MENTION"]);
});

test("closing a suspended account leaves no suspension that never ends", async () => {
  const [author, moderator] = [await newPerson(), await newStaff()];
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = author.actor;
  await decideReport(moderator, { id: await reported("user", id), ...because("suspend"), until });
  await decideReport(moderator, { id: await reported("user", id), ...because("close") });
  expect(await stored(id)).toMatchObject({ suspendedUntil: new Date(until), closedAt: expect.any(Date) });
  await endDueSuspensions(later(moderator, 2 * 86_400));
  const { suspendedAt, suspendedUntil, closedAt } = await stored(id);
  expect({ suspendedAt, suspendedUntil }).toEqual({ suspendedAt: closedAt, suspendedUntil: null });
});

test("closing has the same effects as closing by the owner", async () => {
  const [author, moderator] = [await newPerson({ name: "Ada" }), await newStaff()];
  const post = await createPost(author, { content: "Bye", audience: "PUBLIC" });
  await decideReport(moderator, { id: await reported("user", author.actor.id), ...because("close") });
  expect(await stored(author.actor.id)).toMatchObject({ name: "Somebody who left", closedAt: expect.any(Date) });
  await expect(getPost(moderator, post)).rejects.toMatchObject({ code: "not_found" });
});
