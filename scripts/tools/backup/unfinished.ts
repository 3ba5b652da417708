import { randomUUID } from "node:crypto";
import type pg from "pg";
import { UNFINISHED_RESTORE } from "@/scripts/tools/migrate";
import { UserError } from "@/scripts/tools/terminal";

/**
 * Adds an unfinished entry to the migration history. While a restore runs, and if it is killed, that entry makes our
 * own start and `prisma migrate deploy` reject the database.
 */
export async function beginRestore(client: pg.Client, backupId: string): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
     SELECT $1, '', $2::varchar, $3 WHERE NOT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = $2)`,
    [randomUUID(), UNFINISHED_RESTORE, backupId],
  );
}

/** The id of the backup that an unfinished restore has begun with; undefined if there is none. */
export async function unfinishedRestore(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT logs AS id FROM _prisma_migrations WHERE migration_name = $1",
    [UNFINISHED_RESTORE],
  );
  return rows[0]?.id;
}

/** Prevents another restore of the same backup from continuing concurrently with this one, or after it. */
export async function lockUnfinishedRestore(client: pg.Client, backupId: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM _prisma_migrations WHERE migration_name = $1 AND logs = $2 FOR UPDATE",
    [UNFINISHED_RESTORE, backupId],
  );
  if (rowCount === 0) throw new UserError("Another restore has filled this database meanwhile.");
}

export async function endRestore(client: pg.Client): Promise<void> {
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [UNFINISHED_RESTORE]);
}
