import pg from "pg";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";

/** Of the tables, those that have ever held a row: nothing gives their files back, because nothing vacuums. */
const EMPTY = `DO $$
DECLARE
  tablename text;
BEGIN
  -- Without the triggers that check foreign keys, count, or refuse.
  SET LOCAL session_replication_role = replica;
  FOR tablename IN
    SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
  LOOP
    CONTINUE WHEN tablename = '_prisma_migrations';
    EXECUTE format('DELETE FROM %I', tablename);
  END LOOP;
END $$`;

/** The one row that migrations insert: the platform's own account. */
const READ_PLATFORM = `SELECT to_jsonb(u) AS platform FROM "User" u WHERE id = '${PLATFORM_USER_ID}'`;
const INSERT_PLATFORM = `INSERT INTO "User" SELECT * FROM jsonb_populate_record(NULL::"User", $1)`;

/**
 * Opens a connection that empties a database after each file of tests. It is kept, because a new one first reads the
 * catalog of every table, which takes far longer than emptying them.
 */
export async function openEmptier(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ platform: unknown }>(READ_PLATFORM);
  // Quicker than a new database, or than TRUNCATE, which makes new files for every table that refers to one of them.
  return async () => {
    await client.query(EMPTY);
    await client.query(INSERT_PLATFORM, [rows[0]?.platform]);
  };
}
