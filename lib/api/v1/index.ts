import type { ApiOperation } from "@/lib/http/operation";
import { blog, news } from "./articles";
import { builds } from "./builds";
import { coins } from "./coins";
import { engagement } from "./engagement";
import { events } from "./events";
import { feed } from "./feed";
import { images } from "./images";
import { leaderboards } from "./leaderboards";
import { me } from "./me";
import { messages } from "./messages";
import { meta } from "./meta";
import { posts } from "./posts";
import { quests } from "./quests";
import { quotes } from "./quotes";
import { ranked } from "./ranked";
import { reports } from "./reports";
import { requests } from "./requests";
import { rooms } from "./rooms";
import { sandbox } from "./sandbox";
import { scheduled } from "./scheduled";
import { search } from "./search";
import { tags } from "./tags";
import { users } from "./users";
import { webhooks } from "./webhooks";

/** Every operation of the public API, by group, in the order of the documentation. */
export const API = {
  posts,
  scheduled,
  quotes,
  engagement,
  users,
  me,
  feed,
  search,
  tags,
  quests,
  coins,
  rooms,
  messages,
  ranked,
  builds,
  blog,
  news,
  leaderboards,
  images,
  reports,
  webhooks,
  events,
  requests,
  sandbox,
  meta,
} satisfies Record<string, Record<string, ApiOperation>>;

export type Group = keyof typeof API;
/** An operation's stable name, such as `posts.create`: in the OpenAPI document, the client and the docs' anchors. */
export type OperationName = { [G in Group]: `${G}.${keyof (typeof API)[G] & string}` }[Group];
