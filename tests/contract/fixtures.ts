import { randomBytes } from "node:crypto";
import type { OperationName } from "@/lib/api/v1";
import { addComment } from "@/lib/domain/engagement/comments";
import { createPost } from "@/lib/domain/posts/commands";
import { createEndpoint, deleteEndpoint } from "@/lib/domain/webhooks/commands";
import { listDeliveries, listEndpoints } from "@/lib/domain/webhooks/queries";
import { MAX_ENDPOINTS } from "@/lib/domain/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { newBlogPost, newBuild, newNewsArticle, newPicture } from "./content";
import type { Fixture } from "./cases";

const nothing: Fixture = () => ({});

async function ownPost(account: Account) {
  const { id } = await createPost(account.ctx(), { content: "A post to act on", audience: "PUBLIC" });
  return { params: { id } };
}

async function commentedPost(account: Account) {
  const { params } = await ownPost(account);
  await addComment(account.ctx(), { id: params.id, content: "A comment to read" });
  return { params };
}

async function ownComment(account: Account) {
  const { params } = await ownPost(account);
  const { id } = await addComment(account.ctx(), { id: params.id, content: "A comment to change" });
  return { params: { id } };
}

async function somebody() {
  return { params: { handle: (await newAccount()).handle } };
}

const newWebhook = { url: "https://127.0.0.1:65535/hooks", events: ["*" as const] };

async function webhook(account: Account) {
  await roomForWebhook(account);
  const { id } = await createEndpoint(account.ctx(), newWebhook);
  return { params: { id } };
}

/** An account has few endpoints, and a test may ask for many. */
async function roomForWebhook(account: Account) {
  const { data } = await listEndpoints(account.ctx());
  const oldest = data.at(-1);
  if (oldest && data.length === MAX_ENDPOINTS) await deleteEndpoint(account.ctx(), oldest);
}

async function deliveredPost(account: Account) {
  const { params } = await webhook(account);
  await ownPost(account);
  const { data } = await listDeliveries(account.ctx(), { ...params, limit: 1 });
  const deliveryId = data[0]?.id ?? "";
  // Given up, so that the server is not just sending it when the test asks.
  await database().prisma.delivery.update({
    where: { id: deliveryId },
    data: { status: "failed", nextAttemptAt: null, leaseToken: null, leaseEndsAt: null },
  });
  return { ...params, deliveryId };
}

/** For each operation, a request that succeeds. */
export const FIXTURES: Record<OperationName, Fixture> = {
  "posts.list": nothing,
  "posts.create": () => ({
    body: { content: `Hello from the contract ${randomBytes(4).toString("hex")}`, audience: "PUBLIC" },
  }),
  "posts.get": ownPost,
  "posts.update": async (account) => ({ ...(await ownPost(account)), body: { content: "A post that was edited" } }),
  "posts.listVersions": ownPost,
  "posts.delete": ownPost,
  "engagement.like": ownPost,
  "engagement.unlike": ownPost,
  "engagement.listComments": commentedPost,
  "engagement.comment": async (account) => ({ ...(await ownPost(account)), body: { content: "Well said." } }),
  "engagement.updateComment": async (account) => ({
    ...(await ownComment(account)),
    body: { content: "Better said." },
  }),
  "engagement.deleteComment": ownComment,
  "engagement.bookmark": ownPost,
  "engagement.unbookmark": ownPost,
  "users.get": somebody,
  "users.listPosts": async (account) => (await ownPost(account), { params: { handle: account.handle } }),
  "users.listFollowers": somebody,
  "users.listFollowing": somebody,
  "users.follow": somebody,
  "users.unfollow": somebody,
  "me.get": nothing,
  "me.listNotifications": nothing,
  "me.listBookmarks": nothing,
  "me.listFollowing": nothing,
  "me.listFollowers": nothing,
  "feed.list": nothing,
  "builds.list": async (account) => (await newBuild(account), {}),
  "builds.get": async (account) => ({ params: { slug: await newBuild(account) } }),
  "blog.list": async (account) => (await newBlogPost(account), {}),
  "blog.get": async (account) => ({ params: { slug: await newBlogPost(account) } }),
  "news.list": async (account) => (await newNewsArticle(account), {}),
  "news.get": async (account) => ({ params: { slug: await newNewsArticle(account) } }),
  "leaderboards.get": () => ({ params: { game: "plinko" } }),
  "webhooks.list": nothing,
  "webhooks.create": async (account) => (await roomForWebhook(account), { body: newWebhook }),
  "webhooks.get": webhook,
  "webhooks.update": async (account) => ({ ...(await webhook(account)), body: { enabled: false } }),
  "webhooks.delete": webhook,
  "webhooks.rotateSecret": async (account) => ({ ...(await webhook(account)), body: { graceSeconds: 60 } }),
  "webhooks.test": webhook,
  "webhooks.listDeliveries": async (account) => ({ params: { id: (await deliveredPost(account)).id } }),
  "webhooks.redeliver": async (account) => ({ params: await deliveredPost(account) }),
  "reports.create": async () => ({
    body: { subject: { type: "user", id: (await newAccount()).id }, comment: "Look at this", reason: "spam" },
  }),
  "events.list": async (account) => (await ownPost(account), {}),
  "images.upload": async () => ({ file: await newPicture() }),
  "meta.openapi": nothing,
};
