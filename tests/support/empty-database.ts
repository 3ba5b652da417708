import pg from "pg";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";

const EMPTY = `DO $$
DECLARE
  tablename text;
BEGIN
  -- Without the triggers that check foreign keys, count, or refuse.
  SET LOCAL session_replication_role = replica;
  FOR tablename IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
    CONTINUE WHEN tablename = '_prisma_migrations';
    EXECUTE format('DELETE FROM %I', tablename);
  END LOOP;
END $$`;

/** The one row that migrations insert: the platform's own account. */
const READ_PLATFORM = `SELECT to_jsonb(u) AS platform FROM "User" u WHERE id = '${PLATFORM_USER_ID}'`;
const INSERT_PLATFORM = `INSERT INTO "User" SELECT * FROM jsonb_populate_record(NULL::"User", $1)`;

export async function readPlatform(url: string): Promise<unknown> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ platform: unknown }>(READ_PLATFORM);
    return rows[0]?.platform;
  });
}

/**
 * Leaves what the migrations leave. Quicker than a new database, or than TRUNCATE, which makes new files for every
 * table that refers to one of them.
 */
export async function emptyDatabase(url: string, platform: unknown): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(EMPTY);
    await client.query(INSERT_PLATFORM, [platform]);
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
