import fs from "node:fs";
import path from "node:path";

/** What people and programs do, as far as the model counts it. */
export const OPERATIONS = {
  visitorFeedPage: "a visitor opens the feed, from the memory of pages",
  visitorPostPage: "a visitor opens a post",
  feedPage: "a member opens the feed",
  postPage: "a member opens a post",
  profilePage: "a member opens a profile",
  scroll: "a member scrolls the feed",
  search: "a member searches posts",
  pulse: "an open tab polls for notifications and friends",
  signIn: "a member signs in with a password",
  openStream: "a tab opens its event stream",
  post: "a member posts",
  comment: "a member comments",
  like: "a member likes",
  follow: "a member follows",
  bet: "a member drops a ball",
  message: "a member writes in a room",
  apiFeed: "a program reads the feed",
  apiPost: "a program reads a post",
  apiCreatePost: "a program posts",
} as const;

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
  /** How long connections of the pool are held, in milliseconds by the clock, on an idle machine. */
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

export interface Measurements {
  machine: { processors: number; model: string; node: string; postgres: string; redis: string };
  /** The processor time of `yardstick()` during the measurement, in milliseconds. */
  yardstickMs: number;
  operations: Record<OperationName, Cost>;
  /** A delivery to a webhook endpoint, from the outbox to its outcome. */
  delivery: Cost;
  /** A second of an instance of one worker that nobody asks. */
  idleInstance: Upkeep;
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
