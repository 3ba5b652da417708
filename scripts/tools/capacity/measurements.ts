import fs from "node:fs";
import path from "node:path";

interface Operation {
  what: string;
  /** Whether it writes. If so, a replica's time for it is spent replaying. */
  writes: boolean;
}

/** The operations of people and programs that the model counts. */
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

/** The cost of one call, and the rows it leaves. Times are processor time in milliseconds unless stated otherwise. */
export interface Cost {
  /** The time of all processes of the instance that answers. */
  webMs: number;
  /** The time of the primary in a deployment without replicas. */
  primaryMs: number;
  /** The time of the primary in a deployment that reads from a replica. */
  primaryMsBesideReplica: number;
  /** The time of the replica, to serve reads and to replay writes. */
  replicaMs: number;
  redisMs: number;
  redisCommands: number;
  /** Notifications of live events to all processes. */
  broadcasts: number;
  /** The time of the client, in the measurement only. */
  clientMs: number;
  requestBytes: number;
  responseBytes: number;
  roundTrips: number;
  statements: number;
  /** How long connections of the pool are held, in wall-clock milliseconds, to which other work on the machine adds. */
  connectionMs: number;
  writeTransactions: number;
  walBytes: number;
  rows: Record<string, number>;
}

/** The cost per second, in milliseconds of processor time. */
interface Upkeep {
  webMs: number;
  primaryMs: number;
}

/** The cost per second without requests. */
interface IdleUpkeep extends Upkeep {
  redisMs: number;
}

export interface Measurements {
  machine: { processors: number; model: string; node: string; postgres: string; redis: string };
  /** The processor time of `yardstick()` during the measurement, in milliseconds. */
  yardstickMs: number;
  operations: Record<OperationName, Cost>;
  /** A delivery to a webhook endpoint, from the outbox to its outcome. */
  delivery: Cost;
  /** An idle instance with one worker, per second. */
  idleInstance: IdleUpkeep;
  /** One open stream without events, per second, and its memory. */
  stream: Upkeep & { bytes: number };
  /** An event sent to one open stream. */
  streamedEvent: { webMs: number; bytes: number };
  /** A broadcast, in each worker without streams for its topics. */
  receivedBroadcastMs: number;
  /** Bytes of a row with its share of the table's indexes, in a database in use. */
  rowBytes: Record<string, number>;
  /** The maximum commits per second of acts that all change the same row. */
  hotRow: { likesOfOnePost: number; messagesInOneRoom: number; betsOfOneAccount: number };
  /** Memory of a process after load, in megabytes. */
  processMb: { worker: number; page: number; supervisor: number };
}

const FILE = path.join(import.meta.dirname, "measurements.json");

/** The latest measurements recorded by `npm run capacity -- --measure`. */
export function recordedMeasurements(): Measurements {
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as Measurements;
}

export function record(measurements: Measurements): void {
  fs.writeFileSync(FILE, `${JSON.stringify(measurements, undefined, 2)}\n`);
}
