import pg from "pg";

/** Every table's rows as one hash each, as a snapshot or everybody sees them. */
export async function contentsOf(url: string, snapshotId?: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    if (snapshotId) await client.query(`SET TRANSACTION SNAPSHOT '${snapshotId}'`);
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations' ORDER BY 1",
    );
    const contents: Record<string, string> = {};
    for (const { name } of rows) {
      const hashed = await client.query<{ hash: string }>(
        `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C"), '')) AS hash FROM "${name}" t`,
      );
      contents[name] = hashed.rows[0]!.hash;
    }
    return contents;
  });
}

/** Every index, constraint and trigger, as SQL, but for those of the partitions of a day, which come and go. */
export async function structureOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ sql: string }>(`
      SELECT indexdef AS sql FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '_\\d{8}$'
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                 WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '_\\d{8}"$'
      UNION ALL SELECT pg_get_triggerdef(oid) || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`);
    return rows.map(({ sql }) => sql);
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
