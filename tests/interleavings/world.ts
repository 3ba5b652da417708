import { createHash } from "node:crypto";
import pg from "pg";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { type Context, createContext, idFor, inTransaction } from "@/lib/domain/kernel/context";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { lockLedger, moveCoins } from "@/lib/domain/play/coins/ledger";
import { SHOP } from "@/lib/domain/play/coins/rules";
import type { Random } from "@/lib/domain/kernel/id";
import { models } from "@/lib/domain/kernel/models";
import { challengeUser } from "@/lib/domain/play/duels/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { schedulePost } from "@/lib/domain/writing/scheduled/commands";
import { BoundedPool } from "@/lib/infra/database/pool";
import { type Database, end, open } from "@/lib/infra/database/open";
import { env } from "@/lib/infra/environment/env";
import { exchangeDatabase } from "@/tests/support/exchanged-database";

const RESETS_BETWEEN_VACUUMS = 100;
/** On a busy machine, a statement waits for its lock as long as the others take. Only one that hangs waits so long. */
const STATEMENT_TIMEOUT_MS = 10 * MINUTE_MS;

export const NAMES = ["ada", "ben", "cleo", "dan", "eva", "finn"];

/** Six people who follow, quote, like and challenge one another, and everything that their acts are about. */
export interface World {
  people: Context[];
  /** A post of each; the second person quotes and likes the first post, and so on. */
  posts: string[];
  /** An API key of each. */
  keys: { id: string; secret: string }[];
  /** An endpoint of each for all events. */
  endpoints: string[];
  /** A post of each that is due. */
  scheduled: string[];
  /** A challenge of each to the next. */
  duels: string[];
}

/** The world, as every run begins it. */
export interface Stage {
  world: World;
  /** A connection that no actor uses. */
  monitor: pg.Client;
  /** Puts back the world. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Returns random bytes that follow from a seed. */
export function seededRandom(seed: string): Random {
  let count = 0;
  return (bytes) => {
    const blocks = Array.from({ length: Math.ceil(bytes / 32) }, () =>
      createHash("sha256").update(`${seed} ${count++}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, bytes);
  };
}

/** Makes the world in an empty database, and keeps a copy of its rows. */
export async function openStage(): Promise<Stage> {
  const { database, giveBack } = useOwnDatabase();
  const monitor = new pg.Client({ connectionString: env().database.url });
  await monitor.connect();
  const world = await makeWorld();
  await monitor.query(KEEP);
  let resets = 0;
  return {
    world,
    monitor,
    async reset() {
      await monitor.query(PUT_BACK);
      // The rows of former runs would make each slower than the one before.
      if (++resets % RESETS_BETWEEN_VACUUMS === 0) await monitor.query("VACUUM");
    },
    async close() {
      await monitor.query("DROP SCHEMA kept CASCADE");
      await monitor.end();
      giveBack();
      await end(database);
    },
  };
}

/** Killing an actor must not count as an outage of the product's database. */
function useOwnDatabase(): { database: Database; giveBack(): void } {
  const url = new URL(env().database.url);
  // A deadlock is a finding: there is no reason to wait for it.
  url.searchParams.set("options", "-c deadlock_timeout=20ms");
  const settings = {
    ...env().database,
    url: url.href,
    poolMax: 4 * NAMES.length,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  };
  const database = open(new BoundedPool(settings, { isLive: false, idleTimeoutMillis: 0 }));
  return { database, giveBack: exchangeDatabase(database) };
}

const KEEP = `DO $$
DECLARE name text;
BEGIN
  CREATE SCHEMA kept;
  FOR name IN SELECT relname FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'
  LOOP
    EXECUTE format('CREATE TABLE kept.%I AS SELECT * FROM public.%I', name, name);
  END LOOP;
END $$`;

const PUT_BACK = `DO $$
DECLARE name text; columns text;
BEGIN
  -- Without the triggers that check foreign keys, count, or refuse.
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT k.relname FROM pg_class k JOIN pg_class p ON p.relname = k.relname AND p.relnamespace = 'public'::regnamespace
    WHERE k.relnamespace = 'kept'::regnamespace
      AND (p.relkind = 'p' OR pg_relation_size(p.oid) > 0 OR pg_relation_size(k.oid) > 0)
  LOOP
    EXECUTE format('DELETE FROM public.%I', name);
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
     WHERE attrelid = format('public.%I', name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I', name, columns);
  END LOOP;
END $$`;

async function makeWorld(): Promise<World> {
  const now = new Date();
  const people: Context[] = [];
  for (const name of NAMES) people.push(await makePerson(name, now));
  const next = (index: number) => people[(index + 1) % people.length]!.actor;
  const world: World = { people, posts: [], keys: [], endpoints: [], scheduled: [], duels: [] };
  for (const [index, ctx] of people.entries()) {
    if (index % 2 === 0) await inTransaction(ctx, (tx) => giveCoins(tx));
    await followUser(ctx, { handle: next(index).handle });
    // Before the post, which is its first delivery.
    world.endpoints.push((await register(ctx, "http://127.0.0.1:9/")).id);
    const { id } = await createPost(ctx, {
      content: `A post by ${NAMES[index]}`,
      audience: "PUBLIC",
      quote_id: world.posts.at(-1),
    });
    if (index > 0) await likePost(ctx, { id: world.posts.at(-1)! });
    world.posts.push(id);
    const key = await issueKey(ctx, { name: "key", scopes: ["read:posts"] });
    world.keys.push({ id: key.id, secret: key.key });
    const due = {
      content: "From the past",
      audience: "PUBLIC" as const,
      publish_at: new Date(now.getTime() + 6 * MINUTE_MS),
    };
    const { id: scheduledId } = await schedulePost(ctx, due);
    world.scheduled.push(scheduledId);
    world.duels.push((await challengeUser(ctx, { game: "duel", opponent: next(index).handle })).id);
  }
  return world;
}

/** Enough for the pet, to every second person. The others have what they begin with, and may claim some. */
async function giveCoins(tx: Context): Promise<void> {
  await lockLedger(tx);
  await moveCoins(tx, { type: "CLAIM", change: SHOP["profile-pet"].price });
}

async function makePerson(name: string, now: Date): Promise<Context> {
  const visitor = createContext({
    actor: null,
    channel: "session",
    now,
    random: seededRandom(name),
    afterCommit: () => undefined,
  });
  const { id, handle, image, role, tier } = await models(visitor).user.create({
    data: { id: idFor(visitor, "user"), handle: name, name, createdAt: now },
  });
  const ctx: Context = { ...visitor, actor: { id, handle, name, image, role, tier } };
  const session = await beginSession(ctx, { userId: id, userAgent: "a browser", maxAgeSeconds: DAY_MS / 1000 });
  return { ...ctx, session: { id: session, provenAt: now } };
}
