import { expect, test } from "vitest";
import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import type { Context } from "@/lib/domain/kernel/context";
import { addComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { getReportContext } from "@/lib/domain/people/moderation/queries";
import type { SubjectType } from "@/lib/domain/people/moderation/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { deleteMessage, sendMessage } from "@/lib/domain/play/rooms/messages";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { newBuild } from "@/tests/support/builds";
import { later, newPerson } from "@/tests/support/people";
import { roomOfTwo } from "../../play/rooms/people";
import { newStaff, reported } from "./staff";

/** Returns what a moderator sees around a subject, and whether each item is later than it. */
async function around(moderator: Context, type: SubjectType, id: string, reporter?: Context) {
  const context = await getReportContext(moderator, { id: await reported(type, id, reporter) });
  return context.around.map(({ content, isLater }) => [content, isLater]);
}

test("moderators see what a comment replies to, whomever they block, until it is deleted", async () => {
  const [author, other, moderator] = [await newPerson(), await newPerson(), await newStaff()];
  const post = await createPost(author, { content: "A post", audience: "PUBLIC" });
  const parent = await addComment(later(author, 1), { id: post.id, content: "A comment" });
  const reply = await addComment(later(other, 2), { id: post.id, content: "A reply", parent_id: parent.id });
  await blockUser(moderator, { handle: author.actor.handle });
  expect(await around(moderator, "comment", reply.id)).toEqual([
    ["A post", false],
    ["A comment", false],
  ]);
  await deleteComment(later(author, 3), { id: parent.id });
  expect(await around(moderator, "comment", reply.id)).toEqual([["A post", false]]);
  expect(await around(moderator, "post", post.id, other)).toEqual([]);
});

test("moderators see the build that a comment is about", async () => {
  const [author, moderator] = [await newPerson(), await newStaff()];
  const slug = await newBuild(author);
  const { id } = await commentOnBuild(author, { slug, content: "A comment" });
  expect(await around(moderator, "comment", id)).toEqual([["Loom\n\nWeaves by itself", false]]);
});

test("moderators see a few messages before and after a reported one, without deleted ones", async () => {
  const { host, guest, code } = await roomOfTwo();
  const moderator = await newStaff();
  const ids: string[] = [];
  for (let n = 1; n <= 12; n++) ids.push((await sendMessage(host, { code, content: `Message ${n}` })).id);
  await deleteMessage(host, { code, id: ids[6]! });
  expect(await around(moderator, "message", ids[7]!, guest)).toEqual([
    ...[3, 4, 5, 6].map((n) => [`Message ${n}`, false]),
    ...[9, 10, 11].map((n) => [`Message ${n}`, true]),
  ]);
});
