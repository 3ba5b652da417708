import { expect, onTestFinished, test, vi } from "vitest";
import pg from "pg";
import { events } from "@/lib/api/v1/events";
import { me } from "@/lib/api/v1/me";
import type { Context } from "@/lib/domain/kernel/context";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { listEventsIncluding, listNotificationsIncluding } from "@/lib/domain/consequences/inclusion/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { serve } from "@/lib/http/pipeline/serve";
import { announceAll, newListener } from "@/tests/lib/domain/consequences/incoming/listening";
import { callHandler, newCaller } from "@/tests/lib/http/pipeline/caller";
import { newPerson } from "@/tests/support/people";

const include = ["post", "comment"] as const;
const page = { limit: 50 };
const asApi = (ctx: Context): Context => ({ ...ctx, channel: "api", now: new Date() });

/** Somebody whose post has comments by others, of which they are notified. */
async function conversation(comments: string[]) {
  const { ctx } = await newListener(["*", "incoming.*"]);
  const author = asApi(ctx);
  const post = await createPost(author, { content: "What do you think?", audience: "PUBLIC" });
  const others = [];
  for (const content of comments) {
    const other = await newPerson();
    others.push({ other, comment: await addComment(asApi(other), { id: post.id, content }) });
  }
  await announceAll(author);
  return { author: asApi(author), post, others };
}

const LISTS = [
  ["notifications", listNotificationsIncluding],
  ["events", listEventsIncluding],
] as const;

test.each(LISTS)("the list of %s includes posts and comments as their own reads show them", async (_name, list) => {
  const { author, post, others } = await conversation(["Well said.", "Not so sure."]);
  const { data } = await list(author, { ...page, include });
  const about = data.filter(({ comment }) => comment);
  const shown = await getPost(author, { id: post.id });
  expect(about.map((item) => item.post)).toEqual(about.map(() => shown));
  expect(about.map(({ comment }) => comment?.content).toSorted()).toEqual(["Not so sure.", "Well said."]);
  expect(about.map(({ comment }) => comment?.id).toSorted()).toEqual(
    others.map(({ comment }) => comment.id).toSorted(),
  );
  const without = (await list(author, page)).data;
  expect(without.filter((item) => "post" in item || "comment" in item)).toEqual([]);
});

test.each(LISTS)("what the reader of %s may not see is null, as what never existed", async (_name, list) => {
  const { author, post, others } = await conversation(["Rude words"]);
  const inside = async () => JSON.stringify((await list(author, { ...page, include })).data);
  expect(await inside()).toContain("Rude words");
  await blockUser(others[0]!.other, { handle: author.actor.handle });
  expect(await inside()).not.toContain("Rude words");
  await deletePost(author, { id: post.id });
  const { data } = await list(author, { ...page, include });
  expect(data.filter((item) => item.post !== null || item.comment !== null)).toEqual([]);
});

test.each(LISTS)("a page of %s costs as many statements with one item as with many", async (_name, list) => {
  const statements = async (comments: string[]) => {
    const { author } = await conversation(comments);
    const query = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => query.mockRestore());
    await list(author, { ...page, include });
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  };
  const one = await statements(["One"]);
  expect(await statements(["One", "Two", "Three", "Four", "Five"])).toBe(one);
});

test.each([
  ["read:notifications", "/api/v1/me/notifications", me.listNotifications],
  ["manage:webhooks", "/api/v1/events", events.list],
] as const)("including needs the scopes of reading, besides %s", async (scope, path, operation) => {
  const handlers = serve(operation);
  const statusOf = async (scopes: Parameters<typeof newCaller>[0], search: string) =>
    (await callHandler(handlers, "GET", { key: (await newCaller(scopes)).key, path: path + search })).status;
  expect(await statusOf({ scopes: [scope] }, "")).toBe(200);
  expect(await statusOf({ scopes: [scope] }, "?include=post")).toBe(403);
  expect(await statusOf({ scopes: [scope, "read:posts"] }, "?include=post")).toBe(200);
  expect(await statusOf({ scopes: [scope, "read:posts"] }, "?include=post,comment")).toBe(403);
  expect(await statusOf({ scopes: [scope, "read:posts", "read:feed"] }, "?include=post,comment")).toBe(200);
  expect(await statusOf({ scopes: [scope] }, "?include=")).toBe(400);
  expect(await statusOf({ scopes: [scope] }, "?include=author")).toBe(400);
});
