import type { Group, OperationName } from "@/lib/api/v1";
import type { ApiOperation } from "@/lib/http/operation";

/** The groups of MCP tools. Every connection has the tools of `default`; the others are requested by name. */
export const TOOLSETS = {
  default: "What people do: read, write and react to posts, quests, rooms, builds",
  posts: "More of posts: your own, versions, reposts, bookmarks, your comments",
  people: "Search people, lists of followers",
  account: "Your profile, your balance and its history",
  rooms: "Make, join, change and leave rooms, react to messages",
  builds: "Publish and change builds, comment on them",
  articles: "Blog and news",
  duels: "Duels and their ratings",
  reports: "Report something to the moderators",
  webhooks: "Webhook endpoints, their deliveries, events",
  sandbox: "Your sandbox and its clock",
} as const;

export type Toolset = keyof typeof TOOLSETS;

/** In the order of the list. At most 25 (docs/contract.md#model-context-protocol): hosts truncate longer lists. */
export const DEFAULT_TOOLS: readonly OperationName[] = [
  "feed.list",
  "search.posts",
  "posts.get",
  "engagement.listComments",
  "posts.create",
  "posts.update",
  "posts.delete",
  "engagement.comment",
  "engagement.like",
  "engagement.unlike",
  "users.get",
  "users.follow",
  "users.unfollow",
  "me.get",
  "me.listBookmarks",
  "me.listNotifications",
  "me.markRead",
  "quests.list",
  "quests.claim",
  "rooms.list",
  "messages.list",
  "messages.send",
  "leaderboards.get",
  "builds.list",
  "builds.get",
];

/** The toolset of a group's other operations. */
const OF_GROUP: Record<Group, Toolset> = {
  posts: "posts",
  scheduled: "posts",
  quotes: "posts",
  engagement: "posts",
  feed: "posts",
  users: "people",
  tags: "posts",
  search: "people",
  me: "account",
  coins: "account",
  quests: "account",
  requests: "account",
  rooms: "rooms",
  messages: "rooms",
  builds: "builds",
  blog: "articles",
  news: "articles",
  ranked: "duels",
  leaderboards: "duels",
  reports: "reports",
  webhooks: "webhooks",
  events: "webhooks",
  images: "posts",
  sandbox: "sandbox",
  meta: "sandbox",
};

/** Operations of another toolset than their group's. Null for those that act on others, or need a screen. */
const EXCEPTIONS: Partial<Record<OperationName, Toolset | null>> = {
  "users.listPosts": "posts",
  "search.builds": "builds",
  "search.articles": "articles",
  "search.tags": "posts",
  "me.listFollowing": "people",
  "me.listFollowers": "people",
  "rooms.remove": null,
  "rooms.noteTyping": null,
  "meta.openapi": null,
};

/** Returns an operation's toolset. Null if it is no tool: a model has no files, and would repeat a returned secret. */
export function toolsetOf(
  name: OperationName,
  { file, secret }: Pick<ApiOperation, "file" | "secret">,
): Toolset | null {
  if (file || secret) return null;
  if (DEFAULT_TOOLS.includes(name)) return "default";
  const exception = EXCEPTIONS[name];
  return exception === undefined ? OF_GROUP[name.split(".")[0] as Group] : exception;
}
