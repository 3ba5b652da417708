import pg from "pg";
import { FUNCTIONS } from "../fill/steps";
import type { Progress } from "../fill/fill";

/** Events per account, every fourth of which has a delivery to its one endpoint. */
export const EVENTS_EACH = 1000;
export const DELIVERIES_EACH = EVENTS_EACH / 4;
const BATCH = 500_000;
/** For building indexes. */
const MEMORY = "512MB";

/**
 * Fills a migrated, empty database with events of the last 30 days, of `events / EVENTS_EACH` accounts in turn, and
 * their deliveries. Inserts rows before building indexes, which takes a fraction of the time.
 */
export async function fillEvents(url: string, events: number, progress: Progress): Promise<void> {
  const accounts = events / EVENTS_EACH;
  const deliveries = accounts * DELIVERIES_EACH;
  const [first, second] = await Promise.all([connect(url), connect(url)]);
  try {
    await first.query(USERS, [accounts]);
    await first.query(ENDPOINTS, [accounts]);
    const indexes = await dropIndexes(first);
    const inBatches = async (client: pg.Client, table: string, rows: number, statement: string) => {
      for (let from = 1; from <= rows; from += BATCH) {
        const to = Math.min(rows, from + BATCH - 1);
        await client.query(statement, [from, to, accounts, rows]);
        progress(table, to, rows);
      }
    };
    await Promise.all([
      inBatches(first, "Event", events, EVENTS),
      inBatches(second, "Delivery", deliveries, DELIVERIES),
    ]);
    for (const [n, sql] of indexes.entries()) {
      await first.query(sql);
      progress("indexes", n + 1, indexes.length);
    }
    await Promise.all([
      first.query('VACUUM (ANALYZE, FREEZE) "Event"'),
      second.query('VACUUM (ANALYZE, FREEZE) "Delivery"'),
    ]);
    await first.query("ANALYZE");
    await first.query("CHECKPOINT");
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // References are correct by construction.
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  await client.query(`SET maintenance_work_mem = '${MEMORY}'; SET statement_timeout = 0`);
  await client.query(FUNCTIONS);
  return client;
}

/** Drops the indexes, and returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
             || CASE contype WHEN 'f' THEN ' NOT VALID' ELSE '' END AS create, contype <> 'f' AS "isKey"
      FROM pg_constraint
     WHERE contype = 'p' AND conrelid IN ('"Event"'::regclass, '"Delivery"'::regclass)
        OR contype = 'f' AND conrelid = '"Delivery"'::regclass AND confrelid = '"Event"'::regclass
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), true
      FROM pg_index i JOIN pg_class c ON c.oid = indexrelid
     WHERE indrelid IN ('"Event"'::regclass, '"Delivery"'::regclass) AND NOT indisprimary
    ORDER BY "isKey"`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create).toReversed();
}

const USERS = `
  INSERT INTO "User" (id, handle, name, "createdAt", "eventPosition")
  SELECT pg_temp.id('user', i), 'user_' || i, 'Person ' || i, now() - interval '60 days', ${EVENTS_EACH}
    FROM generate_series(1, $1::int8) i`;

const ENDPOINTS = `
  INSERT INTO "WebhookEndpoint" (id, "userId", url, events, secret, sequence, "createdAt")
  SELECT pg_temp.id('whe', i), pg_temp.id('user', i), 'http://127.0.0.1:9/', ARRAY['*'], '', ${DELIVERIES_EACH},
         now() - interval '60 days'
    FROM generate_series(1, $1::int8) i`;

/** The time of row `i` of a number, spread over the retention, which ends now. */
const MOMENT = `date_trunc('hour', now()) - interval '30 days' + i * (interval '30 days' / $4::float8)`;

const EVENTS = `
  INSERT INTO "Event" (id, position, "userId", name, data, "createdAt")
  SELECT pg_temp.id('evt', i), 1 + (i - 1) / $3::int8, pg_temp.id('user', 1 + (i - 1) % $3::int8), 'post.created',
         jsonb_build_object('postId', pg_temp.id('post', i)), ${MOMENT}
    FROM generate_series($1::int8, $2::int8) i`;

const DELIVERIES = `
  INSERT INTO "Delivery" (id, "endpointId", event, sequence, body, status, attempts, "responseStatus", "durationMs",
                          "createdAt", "deliveredAt", "attemptLog")
  SELECT pg_temp.id('whd', i), pg_temp.id('whe', 1 + (i - 1) % $3::int8), 'post.created', 1 + (i - 1) / $3::int8,
         json_build_object('id', pg_temp.id('whd', i), 'event', 'post.created', 'created', ${MOMENT},
           'data', json_build_object('postId', pg_temp.id('post', i)), 'sequence', 1 + (i - 1) / $3::int8)::text,
         'delivered', 1, 204, 12, ${MOMENT}, ${MOMENT}, '[{"at": "2026-11-21T09:30:00.000Z", "responseStatus": 204}]'
    FROM generate_series($1::int8, $2::int8) i`;
