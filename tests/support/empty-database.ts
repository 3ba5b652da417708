import pg from "pg";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";

/** Drops the partitions of a file, and empties the tables that have ever had a row: nothing vacuums their files. */
const EMPTY = `DO $$
DECLARE
  tablename text;
BEGIN
  -- Without the triggers that check foreign keys, count, or refuse.
  SET LOCAL session_replication_role = replica;
  -- Migrations create none for a period.
  FOR tablename IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relispartition AND relname ~ '_[0-9]{8}$'
  LOOP
    EXECUTE format('DROP TABLE %I', tablename);
  END LOOP;
  FOR tablename IN
    SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
  LOOP
    -- Migrations fill these, and no test changes them.
    CONTINUE WHEN tablename IN ('_prisma_migrations', 'BuildCategory');
    EXECUTE format('DELETE FROM %I', tablename);
  END LOOP;
END $$`;

/** The platform's own account, which a migration inserts among those of people. */
const READ_PLATFORM = `SELECT to_jsonb(u) AS platform FROM "User" u WHERE id = '${PLATFORM_USER_ID}'`;
const INSERT_PLATFORM = `INSERT INTO "User" SELECT * FROM jsonb_populate_record(NULL::"User", $1)`;

/**
 * Opens a connection that empties a database after each test file. It is kept open, because a new one would first read
 * the catalog of every table, which takes far longer than emptying them.
 */
export async function openEmptier(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ platform: unknown }>(READ_PLATFORM);
  // Faster than a new database, or than TRUNCATE, which creates new files for every table that refers to one of them.
  return async () => {
    await client.query(EMPTY);
    await client.query(INSERT_PLATFORM, [rows[0]?.platform]);
  };
}
