import fs from "node:fs";
import path from "node:path";

interface Operation {
  what: string;
  /** Whether it writes, so that a replica's time for it is that of replaying. */
  writes: boolean;
}

/** What people and programs do, as far as the model counts it. */
export const OPERATIONS = {
  visitorFeedPage: { what: "a visitor opens the feed, from the memory of pages", writes: false },
  visitorPostPage: { what: "a visitor opens a post", writes: false },
  feedPage: { what: "a member opens the feed", writes: false },
  postPage: { what: "a member opens a post", writes: false },
  profilePage: { what: "a member opens a profile", writes: false },
  scroll: { what: "a member scrolls the feed", writes: false },
  search: { what: "a member searches posts", writes: false },
  pulse: { what: "an open tab polls for notifications and friends", writes: true },
  signIn: { what: "a member signs in with a password", writes: true },
  openStream: { what: "a tab opens its event stream", writes: false },
  post: { what: "a member posts", writes: true },
  comment: { what: "a member comments", writes: true },
  like: { what: "a member likes", writes: true },
  follow: { what: "a member follows", writes: true },
  bet: { what: "a member drops a ball", writes: true },
  message: { what: "a member writes in a room", writes: true },
  apiFeed: { what: "a program reads the feed", writes: false },
  apiPost: { what: "a program reads a post", writes: false },
  apiCreatePost: { what: "a program posts", writes: true },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

/** What one call costs, and what it leaves. Times are processor time in milliseconds unless they say otherwise. */
export interface Cost {
  /** All processes of the instance that answers. */
  webMs: number;
  /** PostgreSQL, of which nobody reads a replica. */
  primaryMs: number;
  /** The primary's time where a replica is read. */
  primaryMsBesideReplica: number;
  /** The replica's time: to answer what it may, and to replay what was written. */
  replicaMs: number;
  redisMs: number;
  redisCommands: number;
  /** Notifications of live events to all processes. */
  broadcasts: number;
  /** Of whoever asks, in the measurement alone. */
  clientMs: number;
  requestBytes: number;
  responseBytes: number;
  roundTrips: number;
  statements: number;
  /** How long connections of the pool are held, in milliseconds by the clock: other work on the machine adds to it. */
  connectionMs: number;
  writeTransactions: number;
  walBytes: number;
  /** Rows that stay, by table. */
  rows: Record<string, number>;
}

/** The cost of a second, in milliseconds of processor time. */
export interface Upkeep {
  webMs: number;
  primaryMs: number;
}

/** What a second costs in which nobody asks. */
export interface IdleUpkeep extends Upkeep {
  redisMs: number;
}

export interface Measurements {
  machine: { processors: number; model: string; node: string; postgres: string; redis: string };
  /** The processor time of `yardstick()` during the measurement, in milliseconds. */
  yardstickMs: number;
  operations: Record<OperationName, Cost>;
  /** A delivery to a webhook endpoint, from the outbox to its outcome. */
  delivery: Cost;
  /** A second of an instance of one worker that nobody asks. */
  idleInstance: IdleUpkeep;
  /** A second of one open stream to which nothing is sent, and its memory. */
  stream: Upkeep & { bytes: number };
  /** An event that is sent to one open stream. */
  streamedEvent: { webMs: number; bytes: number };
  /** A broadcast, in each worker that follows none of its topics. */
  receivedBroadcastMs: number;
  /** Bytes of a row with its share of the table's indexes, in a database in use. */
  rowBytes: Record<string, number>;
  /** Commits a second that one row lets through, of acts that all change it. */
  hotRow: { likesOfOnePost: number; messagesInOneRoom: number; betsOfOneAccount: number };
  /** Memory of a process after load, in megabytes. */
  processMb: { worker: number; page: number; supervisor: number };
}

const FILE = path.join(import.meta.dirname, "measurements.json");

/** What `npm run capacity -- --measure` recorded last. */
export function recordedMeasurements(): Measurements {
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as Measurements;
}

export function record(measurements: Measurements): void {
  fs.writeFileSync(FILE, `${JSON.stringify(measurements, undefined, 2)}\n`);
}
