import { randomBytes } from "node:crypto";
import { API, type Group, type OperationName } from "@/lib/api/v1";
import { challengeUser } from "@/lib/domain/play/duels/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { actAs, createContext } from "@/lib/domain/kernel/context";
import { makeSandbox } from "@/lib/domain/accounts/sandboxes/commands";
import { runWrite } from "@/lib/domain/accounts/sandboxes/run-in-sandbox";
import { opened, ownSandbox } from "@/lib/domain/accounts/sandboxes/queries";
import { writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { schedulePost } from "@/lib/domain/writing/scheduled/commands";
import { createEndpoint, deleteEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { listDeliveries, listEndpoints } from "@/lib/domain/consequences/webhooks/queries";
import { MAX_ENDPOINTS } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { newEntry } from "@/tests/lib/domain/accounts/request-log/entries";
import { leaveRooms, newMember, ownMessage, ownRoom, reaction } from "./rooms";
import { newBlogPost, newBuild, newNewsArticle, newImage } from "./content";
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

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function scheduled(account: Account) {
  const post = { content: "A post for later", audience: "PUBLIC" as const, publish_at: inAnHour() };
  return { params: { id: (await schedulePost(account.ctx(), post)).id } };
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

/** Makes room for an endpoint: an account may have few, and a test may request many. */
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
  // Final, so that the server is not sending it when the test requests it.
  await database().prisma.delivery.updateMany({
    where: { id: deliveryId },
    data: { status: "failed", nextAttemptAt: null, leaseToken: null, leaseEndsAt: null },
  });
  return { ...params, deliveryId };
}

const brass = () => ({ params: { tag: "brass" } });

async function otherPost() {
  return ownPost(await newAccount());
}

async function quotedPost(account: Account) {
  const { params } = await ownPost(account);
  const quote = await createPost((await newAccount()).ctx(), {
    content: "Quoted by key",
    audience: "PUBLIC",
    quote_id: params.id,
  });
  return { params: { ...params, quoteId: quote.id } };
}

async function loggedRequest({ id: userId }: Account) {
  const entry = newEntry(userId);
  await writeRequests([entry]);
  return { params: { id: entry.id } };
}

/** A completed quest of a separate day. */
async function finishedQuest({ id: userId }: Account) {
  const rows = await database().prisma.questProgress.count({ where: { userId } });
  const completedAt = new Date(Date.UTC(2020, 0, 1 + rows));
  await database().prisma.questProgress.create({
    data: { userId, questKey: "like", day: completedAt, count: 5, completedAt },
  });
  return { params: { key: "like" } };
}

async function challenge(account: Account) {
  const { handle: opponent } = await newAccount();
  return { params: { id: (await challengeUser(account.ctx(), { game: "duel", opponent })).id } };
}

const buildDraft = {
  title: "A build by key",
  description: "Made for a test",
  category: "tools",
  technologies: ["brass"],
  price: null,
  repoUrl: null,
  demoUrl: null,
  readme: "# Hello",
};

async function ownBuild(account: Account) {
  return { params: { slug: await newBuild(account) } };
}

async function editor({ id }: Account) {
  await database().prisma.user.update({ where: { id }, data: { role: "EDITOR" }, select: { id: true } });
}

const article = { title: "By key", description: "Made for a test", content: "# Hello" };
const blogDraft = { ...article, tags: ["test"] };
const newsDraft = {
  ...article,
  category: "contract",
  featured: false,
  published: true,
  source: { title: "Source", url: "https://example.com/", publisher: "Example" },
};

async function editable(account: Account, make: (account: Account) => Promise<string>) {
  await editor(account);
  return { params: { slug: await make(account) } };
}

async function madeSandbox(account: Account) {
  await makeSandbox(account.ctx(), {});
  return {};
}

async function endpointInSandbox(account: Account) {
  const { people } = await makeSandbox(account.ctx(), {});
  return runWrite(await opened(await ownSandbox(account.ctx())), async () => {
    const [owner] = people;
    const ctx = actAs(createContext({ actor: null, channel: "api" }), { ...account.ctx().actor, id: owner!.id });
    return (await createEndpoint(ctx, newWebhook)).id;
  });
}

type Operations<G extends Group> = (typeof API)[G];
type Input<O> = O extends { readonly signature?: { input: infer I } } ? I : never;
/** The operations that require a path parameter, a query or a body. */
type Requiring = {
  [G in Group]: {
    [K in keyof Operations<G> & string]: object extends Input<Operations<G>[K]> ? never : `${G}.${K}`;
  }[keyof Operations<G> & string];
}[Group];

const REQUESTS: Partial<Record<OperationName, Fixture>> = {
  "posts.create": () => ({
    body: { content: `Hello from the contract ${randomBytes(4).toString("hex")}`, audience: "PUBLIC" },
  }),
  "posts.get": ownPost,
  "posts.update": async (account) => ({ ...(await ownPost(account)), body: { content: "A post that was edited" } }),
  "posts.listVersions": ownPost,
  "posts.mute": ownPost,
  "posts.unmute": ownPost,
  "posts.pin": ownPost,
  "posts.unpin": ownPost,
  "scheduled.create": () => ({ body: { content: "By key, in an hour", publish_at: inAnHour().toISOString() } }),
  "scheduled.update": async (account) => ({ ...(await scheduled(account)), body: { content: "Changed by key" } }),
  "scheduled.cancel": scheduled,
  "quotes.list": ownPost,
  "quotes.withdraw": quotedPost,
  "posts.delete": ownPost,
  "engagement.listLikers": ownPost,
  "engagement.listReposters": ownPost,
  "engagement.like": ownPost,
  "engagement.unlike": ownPost,
  "engagement.repost": otherPost,
  "engagement.unrepost": otherPost,
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
  "tags.get": brass,
  "tags.listPosts": brass,
  "tags.follow": brass,
  "tags.unfollow": brass,
  "me.update": () => ({ body: { bio: `Known by key ${randomBytes(4).toString("hex")}` } }),
  "me.setAvatar": async () => ({ file: await newImage() }),
  "me.markRead": () => ({ body: { ids: [`ntf_${randomBytes(4).toString("hex")}`] } }),
  "search.posts": async (account) => (await ownPost(account), { query: { q: "act" } }),
  "search.people": ({ handle }) => ({ query: { q: handle } }),
  "search.builds": async (account) => (await newBuild(account), { query: { q: "build" } }),
  "search.articles": async (account) => (await newBlogPost(account), { query: { q: "test" } }),
  "search.tags": () => ({ query: { q: "brass" } }),
  "quests.claim": finishedQuest,
  "rooms.list": async (account) => (await ownRoom(account), {}),
  "rooms.create": async (account) => (await leaveRooms(account), { body: { name: "A room by key" } }),
  "rooms.get": ownRoom,
  "rooms.update": async (account) => ({ ...(await ownRoom(account)), body: { name: "Renamed" } }),
  "rooms.close": ownRoom,
  "rooms.join": async (account) => (await leaveRooms(account), ownRoom(await newAccount())),
  "rooms.leave": ownRoom,
  "rooms.remove": async (account) => {
    const { params } = await ownRoom(account);
    return { params, body: { userId: await newMember(params), ban: false } };
  },
  "rooms.updateMembership": async (account) => ({ ...(await ownRoom(account)), body: { showDrops: false } }),
  "rooms.noteTyping": ownRoom,
  "messages.list": ownMessage,
  "messages.send": async (account) => ({ ...(await ownRoom(account)), body: { content: "Hello, everybody" } }),
  "messages.delete": ownMessage,
  "messages.react": reaction,
  "messages.unreact": reaction,
  "ranked.get": challenge,
  "ranked.leaderboard": () => ({ params: { game: "duel" } }),
  "builds.list": async (account) => (await newBuild(account), {}),
  "builds.get": ownBuild,
  "builds.create": () => ({ body: buildDraft }),
  "builds.update": async (account) => ({ ...(await ownBuild(account)), body: buildDraft }),
  "builds.delete": ownBuild,
  "builds.like": ownBuild,
  "builds.unlike": ownBuild,
  "builds.listComments": ownBuild,
  "builds.comment": async (account) => ({ ...(await ownBuild(account)), body: { content: "Lovely hinges." } }),
  "sandbox.get": madeSandbox,
  "sandbox.make": () => ({ body: { seed: "contract", startsAt: "2027-01-01T09:00:00Z" } }),
  "sandbox.delete": madeSandbox,
  "sandbox.advance": async (account) => ({ ...(await madeSandbox(account)), body: { seconds: 60 } }),
  "sandbox.issueKey": async (account) => ({
    ...(await madeSandbox(account)),
    body: { handle: "robin", scopes: ["read:feed"] },
  }),
  "sandbox.replay": async (account) => ({ body: { endpointId: await endpointInSandbox(account) } }),
  "blog.list": async (account) => (await newBlogPost(account), {}),
  "blog.get": async (account) => ({ params: { slug: await newBlogPost(account) } }),
  "blog.create": async (account) => (await editor(account), { body: blogDraft }),
  "blog.update": async (account) => ({ ...(await editable(account, newBlogPost)), body: blogDraft }),
  "blog.delete": (account) => editable(account, newBlogPost),
  "news.list": async (account) => (await newNewsArticle(account), {}),
  "news.get": async (account) => ({ params: { slug: await newNewsArticle(account) } }),
  "news.create": async (account) => (await editor(account), { body: newsDraft }),
  "news.update": async (account) => ({ ...(await editable(account, newNewsArticle)), body: newsDraft }),
  "news.delete": (account) => editable(account, newNewsArticle),
  "leaderboards.get": () => ({ params: { game: "plinko" } }),
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
  "events.subscribe": () => ({ body: { events: ["incoming.*"] } }),
  "events.trigger": () => ({ body: { event: "post.created" } }),
  "events.matches": async (account) => (await ownPost(account), { query: { events: "post.created,incoming.*" } }),
  "requests.get": loggedRequest,
  "requests.summarize": () => ({ query: { per: "day" } }),
  "images.upload": async () => ({ file: await newImage() }),
} satisfies Record<Requiring, Fixture> & Partial<Record<OperationName, Fixture>>;

const NAMES = Object.entries(API).flatMap(([group, operations]) =>
  Object.keys(operations).map((key) => `${group}.${key}` as OperationName),
);

/** For each operation, a request that will succeed. */
export const FIXTURES = Object.fromEntries(NAMES.map((name) => [name, REQUESTS[name] ?? nothing])) as Record<
  OperationName,
  Fixture
>;
