import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";
import { PULSE_EVERY_MS } from "@/lib/client/pulse-poller";
import { STREAM_LIFETIME_MS } from "@/lib/live/rules";
import type { OperationName } from "./measurements";

interface Figure {
  value: number;
  what: string;
  /** The source of the figure. Most are our assumptions, because a site without history has no data. */
  from: string;
}

const ASSUMED = "assumed";

/** What people do. Each figure is a flag of `npm run capacity`: `--active-share 0.2`. */
export const BEHAVIOUR = {
  activeShare: { value: 0.1, what: "of registered people, those who come on a day", from: ASSUMED },
  visitsPerDay: { value: 3, what: "visits a day of somebody who comes", from: ASSUMED },
  minutesPerVisit: { value: 6, what: "minutes a visit lasts, with a tab that listens and polls", from: ASSUMED },
  visitorsPerVisit: { value: 1, what: "page views by people who are not signed in, for each visit", from: ASSUMED },
  visitorFeedShare: { value: 0.5, what: "of these, views of the feed", from: ASSUMED },
  signInShare: { value: 0.03, what: "of visits, those that begin with a password", from: "sessions last 30 days" },

  feedPages: { value: 1, what: "times the feed is opened in a visit", from: ASSUMED },
  postPages: { value: 2, what: "posts opened", from: ASSUMED },
  profilePages: { value: 1, what: "profiles opened", from: ASSUMED },
  scrolls: { value: 4, what: "further pages of the feed", from: ASSUMED },
  searches: { value: 0.2, what: "searches", from: ASSUMED },
  posts: { value: 0.15, what: "posts written", from: ASSUMED },
  comments: { value: 0.3, what: "comments written", from: ASSUMED },
  likes: { value: 2, what: "likes given", from: ASSUMED },
  follows: { value: 0.1, what: "people followed", from: ASSUMED },
  bets: { value: 1, what: "balls dropped", from: ASSUMED },
  messages: { value: 0.5, what: "messages written in rooms", from: ASSUMED },
  messageListeners: { value: 5, what: "open streams that a room's message goes to", from: ASSUMED },

  programShare: { value: 0.005, what: "of registered people, those whose program reads every day", from: ASSUMED },
  programRequests: { value: 500, what: "requests a day of such a program", from: ASSUMED },
  programPostShare: { value: 0.02, what: "of these, posts; of the others, half read the feed", from: ASSUMED },
  deliveriesPerAct: { value: 0.05, what: "webhook deliveries for each act that is an event", from: ASSUMED },

  peakHourShare: { value: 0.1, what: "of a day's traffic, that of its busiest hour", from: ASSUMED },
  peakFactor: { value: 1.5, what: "how much its busiest minute exceeds that hour's mean", from: ASSUMED },
  hottestPostShare: { value: 0.01, what: "of all likes at the peak, those of one post", from: ASSUMED },

  pulseSeconds: { value: PULSE_EVERY_MS / 1000, what: "seconds between two polls of a tab", from: "lib/client" },
  streamSeconds: {
    value: STREAM_LIFETIME_MS / 1000,
    what: "seconds after which a stream is opened anew",
    from: "lib/live",
  },
  eventDays: {
    value: EVENT_RETENTION_DAYS,
    what: "days that events and deliveries are kept",
    from: "lib/domain/consequences/events",
  },
  requestDays: {
    value: REQUEST_RETENTION_DAYS,
    what: "days that programs' requests are kept",
    from: "lib/domain/accounts/request-log",
  },
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof BEHAVIOUR;
export type Behaviour = Record<FigureName, number>;

export const FIGURES = Object.entries(BEHAVIOUR) as [FigureName, Figure][];

/** The declared behaviour, with the given values overridden. */
export const behaviour = (changes: Partial<Behaviour> = {}): Behaviour => ({ ...valuesOf(BEHAVIOUR), ...changes });

function valuesOf<Name extends string>(figures: Record<Name, { value: number }>): Record<Name, number> {
  const values = Object.entries<{ value: number }>(figures).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as Record<Name, number>;
}

const SECONDS_A_MINUTE = 60;

/** How often a registered person causes each operation per day, averaged over active and inactive people. */
export function callsPerPersonDay(of: Behaviour): Record<OperationName, number> {
  const visits = of.activeShare * of.visitsPerDay;
  const views = visits * of.visitorsPerVisit;
  const requests = of.programShare * of.programRequests;
  const reads = requests * (1 - of.programPostShare);
  const visitSeconds = of.minutesPerVisit * SECONDS_A_MINUTE;
  return {
    visitorFeedPage: views * of.visitorFeedShare,
    visitorPostPage: views * (1 - of.visitorFeedShare),
    feedPage: visits * of.feedPages,
    postPage: visits * of.postPages,
    profilePage: visits * of.profilePages,
    scroll: visits * of.scrolls,
    search: visits * of.searches,
    // Once when the tab opens, and then at intervals.
    pulse: visits * (1 + visitSeconds / of.pulseSeconds),
    signIn: visits * of.signInShare,
    openStream: visits * (1 + visitSeconds / of.streamSeconds),
    post: visits * of.posts,
    comment: visits * of.comments,
    like: visits * of.likes,
    follow: visits * of.follows,
    bet: visits * of.bets,
    message: visits * of.messages,
    apiFeed: reads / 2,
    apiPost: reads / 2,
    apiCreatePost: requests * of.programPostShare,
  };
}

/** Acts that are events, which may be delivered to endpoints. */
const EVENTS: readonly OperationName[] = ["post", "comment", "like", "follow", "apiCreatePost"];

export function deliveriesPerPersonDay(of: Behaviour): number {
  const calls = callsPerPersonDay(of);
  return of.deliveriesPerAct * EVENTS.reduce((sum, name) => sum + calls[name], 0);
}

/** The assumed machines, their utilisation and their limits. Each is a flag of `npm run capacity`. */
export const LIMITS = {
  utilisation: { value: 0.6, what: "of a processor's time that is planned with; the rest is for bursts and failures" },
  instanceCores: { value: 4, what: "cores of an instance, each with a worker" },
  networkMs: { value: 0.5, what: "milliseconds of a round trip between machines" },
  poolMax: { value: 20, what: "connections of an instance (DATABASE_POOL_MAX)" },
  openConnections: { value: 160, what: "connections from which on PgBouncer is needed" },
  replicaFromCores: { value: 16, what: "cores of the primary from which on replicas answer reads" },
  databaseCores: { value: 96, what: "cores of the largest machine for a primary or replica" },
  busyConnections: { value: 400, what: "connections that PostgreSQL serves at once behind PgBouncer" },
  walMbPerSecond: { value: 250, what: "MB of WAL a second that a volume and the way to replicas carry" },
  replayCores: { value: 1, what: "cores of a replica that replay: it is one process" },
  redisCores: { value: 1, what: "cores of Redis: it is one thread" },
  workerCores: { value: 1, what: "cores of a worker: it is one thread" },
  vacuumMbPerSecond: { value: 400, what: "MB a second that vacuum reads by PostgreSQL's default cost limit" },
  freezeTransactions: {
    value: 200_000_000,
    what: "writes after which vacuum reads every table (autovacuum_freeze_max_age)",
  },
  diskTb: { value: 64, what: "TB of the largest volume" },
} satisfies Record<string, { value: number; what: string }>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export const limits = (changes: Partial<Limits> = {}): Limits => ({ ...valuesOf(LIMITS), ...changes });
