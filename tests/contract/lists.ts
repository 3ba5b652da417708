import { randomBytes } from "node:crypto";
import type { API, Group, OperationName } from "@/lib/api/v1";
import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { newRoomCode } from "@/lib/domain/play/rooms/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { schedulePost } from "@/lib/domain/writing/scheduled/commands";
import { followTag } from "@/lib/domain/writing/tags/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { newEntry } from "@/tests/lib/domain/accounts/request-log/entries";
import { newBlogPost, newBuild, newNewsArticle } from "./content";
import { ownRoom } from "./rooms";
import type { List } from "./cases";

type Operations<G extends Group> = (typeof API)[G];
type Answer<O> = O extends { readonly signature?: { output: infer A } } ? A : never;
/** The names of the paginated operations. */
type PaginatedName = {
  [G in Group]: {
    [K in keyof Operations<G> & string]: Answer<Operations<G>[K]> extends Page<unknown> ? `${G}.${K}` : never;
  }[keyof Operations<G> & string];
}[Group];

type NewList = (account: Account) => List | Promise<List>;

/** For each paginated operation, a function such as `bookmarks` that returns a list to which a test can add rows. */
export const LISTS: Partial<Record<OperationName, NewList>> = {
  "posts.list": posts,
  "posts.listVersions": versions,
  "scheduled.list": scheduledPosts,
  "quotes.list": quotes,
  "feed.list": (account) => ({ ...posts(account), isShared: true }),
  "engagement.listLikers": (account) => marked(account, likePost),
  "engagement.listReposters": (account) => marked(account, repostPost),
  "engagement.listComments": comments,
  "users.listPosts": (account) => ({ ...posts(account), ask: { params: { handle: account.handle } } }),
  "users.listFollowers": (account) => ({ ...followers(account), ask: { params: { handle: account.handle } } }),
  "users.listFollowing": (account) => ({ ...following(account), ask: { params: { handle: account.handle } } }),
  "tags.listPosts": taggedPosts,
  "me.listTags": followedTags,
  "me.listFollowers": followers,
  "me.listFollowing": following,
  "me.listNotifications": notifications,
  "me.listBookmarks": bookmarks,
  "search.posts": foundPosts,
  "search.builds": (account) => ({ ...articles(account, newBuild), ask: { query: { q: '"a build" brass' } } }),
  "search.articles": (account) => ({ ...articles(account, newNewsArticle), ask: { query: { q: "article test" } } }),
  "coins.listHistory": ledger,
  "rooms.list": rooms,
  "messages.list": roomMessages,
  "builds.listComments": buildComments,
  "builds.list": (account) => articles(account, newBuild),
  "blog.list": (account) => articles(account, newBlogPost),
  "news.list": (account) => articles(account, newNewsArticle),
  "webhooks.listDeliveries": deliveries,
  "events.list": events,
  "requests.list": loggedRequests,
} satisfies Record<PaginatedName, NewList>;

const byId = ({ id }: { id: string }) => id;

function posts(account: Account): List {
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => newPost(account, at)) };
}

function scheduledPosts(account: Account): List {
  const schedule = async (at: Date) => {
    const publish_at = new Date(at.getTime() + 3_600_000);
    return (await schedulePost(account.ctx(at), { content: "One of many", audience: "PUBLIC", publish_at })).id;
  };
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => schedule(at)) };
}

function foundPosts(account: Account): List {
  const word = `word${randomBytes(6).toString("hex")}`;
  const add = async (at: Date) => (await createPost(account.ctx(at), { content: word, audience: "PUBLIC" })).id;
  return { ask: { query: { q: word } }, identity: byId, add: (count, at) => times(count, () => add(at)) };
}

function taggedPosts(account: Account): List {
  const tag = `tag${randomBytes(6).toString("hex")}`;
  const add = async (at: Date) => (await createPost(account.ctx(at), { content: `#${tag}`, audience: "PUBLIC" })).id;
  return { ask: { params: { tag } }, identity: byId, add: (count, at) => times(count, () => add(at)) };
}

function followedTags(account: Account): List {
  const follow = async (at: Date) => {
    const tag = `tag${randomBytes(6).toString("hex")}`;
    await followTag(account.ctx(at), { tag });
    return tag;
  };
  return {
    ask: {},
    identity: ({ tag }: { tag: string }) => tag,
    add: (count, at) => times(count, () => follow(at)),
  };
}

/** The test's own requests are in the list as well. */
function loggedRequests({ id: userId }: Account): List {
  const add = async (count: number, at: Date) => {
    const entries = Array.from({ length: count }, () => newEntry(userId, { createdAtMs: at.getTime() }));
    await writeRequests(entries);
    return entries.map(({ id }) => id);
  };
  return { ask: {}, identity: byId, isShared: true, add };
}

function ledger({ id: userId }: Account): List {
  const add = async (createdAt: Date) => {
    const id = `led_${randomBytes(8).toString("hex")}`;
    await database().prisma.ledgerEntry.create({
      data: { id, userId, type: "QUEST", amount: 1, balance: 101, createdAt },
    });
    return id;
  };
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => add(at)) };
}

function rooms(): List {
  const open = async (at: Date) => {
    const code = newRoomCode(randomBytes);
    await database().prisma.room.create({
      data: {
        id: `room_${code}`,
        code,
        name: "One of many",
        public: true,
        maxMembers: 20,
        lastActiveAt: at,
        createdAt: at,
      },
    });
    return code;
  };
  return {
    ask: {},
    identity: ({ code }: { code: string }) => code,
    isShared: true,
    add: (count, at) => times(count, () => open(at)),
  };
}

async function roomMessages(account: Account): Promise<List> {
  const { params } = await ownRoom(account);
  const say = async (at: Date) => (await sendMessage(account.ctx(at), { ...params, content: "One of many" })).id;
  return { ask: { params }, identity: byId, add: (count, at) => times(count, () => say(at)) };
}

async function buildComments(account: Account): Promise<List> {
  const slug = await newBuild(account);
  const comment = async (at: Date) => (await commentOnBuild(account.ctx(at), { slug, content: "One of many" })).id;
  return { ask: { params: { slug } }, identity: byId, add: (count, at) => times(count, () => comment(at)) };
}

async function versions(account: Account): Promise<List> {
  const id = await newPost(account);
  const edit = async (at: Date) => {
    await editPost(account.ctx(at), { id, content: randomBytes(8).toString("hex") });
    const { editsCount } = await database().prisma.post.findUniqueOrThrow({ where: { id } });
    return String(editsCount + 1);
  };
  return {
    ask: { params: { id } },
    identity: ({ version }: { version: number }) => String(version),
    add: (count, at) => times(count, () => edit(at)),
  };
}

async function quotes(account: Account): Promise<List> {
  const id = await newPost(account);
  const quote = async (at: Date) =>
    (await createPost(account.ctx(at), { content: "Quoted", audience: "PUBLIC", quote_id: id })).id;
  return { ask: { params: { id } }, identity: byId, add: (count, at) => times(count, () => quote(at)) };
}

/** People who mark a post one after the other. */
async function marked(account: Account, mark: typeof likePost | typeof repostPost): Promise<List> {
  const id = await newPost(account);
  const add = async (at: Date) => {
    const person = await newAccount();
    await mark(person.ctx(at), { id });
    return person.id;
  };
  return { ask: { params: { id } }, identity: byId, add: (count, at) => times(count, () => add(at)) };
}

async function comments(account: Account): Promise<List> {
  const id = await newPost(account);
  const comment = async (at: Date) => (await addComment(account.ctx(at), { id, content: "One of many" })).id;
  return { ask: { params: { id } }, identity: byId, add: (count, at) => times(count, () => comment(at)) };
}

function following(account: Account): List {
  const follow = async (at: Date) => {
    const { id, handle } = await newAccount();
    await followUser(account.ctx(at), { handle });
    return id;
  };
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => follow(at)) };
}

function followers(account: Account): List {
  const beFollowed = async (at: Date) => {
    const follower = await newAccount();
    await followUser(follower.ctx(at), { handle: account.handle });
    return follower.id;
  };
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => beFollowed(at)) };
}

function notifications(account: Account): List {
  return { ...followers(account), identity: ({ actor }: { actor: { id: string } }) => actor.id };
}

function bookmarks(account: Account): List {
  const bookmark = async (at: Date) => {
    const id = await newPost(account);
    await bookmarkPost(account.ctx(at), { id });
    return id;
  };
  return { ask: {}, identity: byId, add: (count, at) => times(count, () => bookmark(at)) };
}

async function deliveries(account: Account): Promise<List> {
  const { id } = await createEndpoint(account.ctx(), { url: "https://127.0.0.1:65535/hooks", events: ["*"] });
  const deliver = async (at: Date) => {
    await newPost(account, at);
    return (
      await database().prisma.delivery.findFirstOrThrow({ where: { endpointId: id }, orderBy: { sequence: "desc" } })
    ).id;
  };
  return { ask: { params: { id } }, identity: byId, add: (count, at) => times(count, () => deliver(at)) };
}

function events(account: Account): List {
  const act = async (at: Date) => {
    await newPost(account, at);
    return (
      await database().prisma.event.findFirstOrThrow({ where: { userId: account.id }, orderBy: { position: "desc" } })
    ).id;
  };
  return {
    ask: {},
    identity: ({ eventId }: { eventId: string }) => eventId,
    add: (count, at) => times(count, () => act(at)),
  };
}

function articles(account: Account, publish: (account: Account, at: Date) => Promise<string>): List {
  return {
    ask: {},
    identity: ({ slug }: { slug: string }) => slug,
    isShared: true,
    add: (count, at) => times(count, () => publish(account, at)),
  };
}

async function newPost(account: Account, at?: Date): Promise<string> {
  return (await createPost(account.ctx(at), { content: "One of many", audience: "PUBLIC" })).id;
}

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make());
  return made;
}
