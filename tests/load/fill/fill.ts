import pg from "pg";
import { newPartition, PARTITIONED_TABLES, partitionStarts } from "@/lib/domain/deployment/partitions/rules";
import { quoted } from "@/lib/infra/database/sql";
import type { Scale } from "../scale";
import { coins, leaderboards } from "./coins";
import { content } from "./content";
import { invitations } from "./invitations";
import { moderation } from "./moderation";
import { follows, hidden, notifications, users } from "./people";
import { bookmarks, comments, likes, media, posts, reposts, scheduledPosts, tags } from "./posts";
import { apps } from "./apps";
import { requests } from "./requests";
import { rooms } from "./rooms";
import { FUNCTIONS, type Step, type Steps } from "./steps";
import { webhooks } from "./webhooks";

/** Rows are inserted before the counts of them, so that every count is written once. */
const ORDER: Steps[] = [
  follows,
  hidden,
  likes,
  reposts,
  comments,
  posts,
  scheduledPosts,
  tags,
  users,
  media,
  bookmarks,
  notifications,
  coins,
  leaderboards,
  content,
  webhooks,
  requests,
  apps,
  rooms,
  moderation,
  invitations,
];

const BATCH = 50_000;

export type Progress = (what: string, done: number, all: number) => void;

/** Fills a migrated, empty database: counts, ledger and lists are consistent, and every run inserts the same rows. */
export async function fill(url: string, scale: Scale, progress: Progress = () => undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // References are correct by construction, and checking them row by row would take most of the time.
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '64MB'");
    await client.query(FUNCTIONS);
    await partition(client);
    for (const of of ORDER) for (const step of await of(scale)) await run(client, step, progress);
    await client.query("VACUUM (ANALYZE)");
  } finally {
    await client.end();
  }
}

/** Creates partitions before inserting, like the server: rows without one would all be in the default partition. */
async function partition(client: pg.Client): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    for (const start of partitionStarts(table, new Date())) {
      const { name, bounds, options } = newPartition(table, start);
      const parts = ["CREATE TABLE", name.sql, "PARTITION OF", quoted(table.name).sql, bounds.sql + options.sql];
      await client.query(parts.join(" "));
    }
  }
}

async function run(client: pg.Client, { table, rows, sql }: Step, progress: Progress): Promise<void> {
  for (let first = 1; first <= rows; first += BATCH) {
    const last = Math.min(rows, first + BATCH - 1);
    await client.query(sql, [first, last]);
    progress(table, last, rows);
  }
}
