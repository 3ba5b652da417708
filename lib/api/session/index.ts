import type { SessionOperation } from "@/lib/http/operation";
import { account } from "./account";
import { adminApps, adminPeople } from "./admin";
import { adminSite, site } from "./site";
import { apps, ownApps } from "./apps";
import { blog, news } from "./articles";
import { announcements } from "./announcements";
import { auditLog } from "./audit-log";
import { builds } from "./builds";
import { coins } from "./coins";
import { deliveries, keys, requests, sandbox } from "./developer";
import { email, recovery } from "./email";
import { engagement } from "./engagement";
import { factors, passkeys } from "./factors";
import { feed } from "./feed";
import { guilds } from "./guilds";
import { images } from "./images";
import { imports } from "./imports";
import { invitations } from "./invitations";
import { leaderboards } from "./leaderboards";
import { live } from "./live";
import { markdown } from "./markdown";
import { me } from "./me";
import { decisions, moderation } from "./moderation";
import { digest, notifications } from "./notifications";
import { people, profile, users } from "./people";
import { drafts, posts, scheduled } from "./posts";
import { presence, pulse } from "./presence";
import { push } from "./push";
import { quests } from "./quests";
import { ranked } from "./ranked";
import { signUpRequests, signUps } from "./register";
import { reports } from "./reports";
import { messages, rooms } from "./rooms";
import { safety } from "./safety";
import { search } from "./search";
import { tags } from "./tags";
import { timeline } from "./timeline";
import { webhooks } from "./webhooks";

export const SESSION = {
  account,
  adminApps,
  adminPeople,
  adminSite,
  announcements,
  apps,
  auditLog,
  blog,
  builds,
  coins,
  decisions,
  deliveries,
  digest,
  sandbox,
  drafts,
  email,
  engagement,
  factors,
  feed,
  guilds,
  images,
  imports,
  invitations,
  keys,
  leaderboards,
  live: { live },
  markdown,
  me,
  messages,
  moderation,
  news,
  notifications,
  ownApps,
  passkeys,
  people,
  posts,
  presence,
  profile,
  pulse: { pulse },
  push,
  quests,
  ranked,
  recovery,
  reports,
  requests,
  rooms,
  scheduled,
  safety,
  search,
  signUpRequests,
  signUps,
  site,
  tags,
  timeline,
  users,
  webhooks,
} satisfies Record<string, Record<string, SessionOperation>>;
