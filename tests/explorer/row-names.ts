import type { Scene } from "./stage";

/** Names for what differs from world to world: ids, handles, codes. */
export interface RowNames {
  /** `/posts/post_0Vc…` becomes `/posts/{Post 12}`. */
  named(path: string): string;
  /** The opposite, in this world. */
  resolved(path: string): string;
}

/** Names the rows of a world by their order: each world is made by the same acts, one after another. */
export async function nameRows({ read }: Pick<Scene, "read">, addresses: readonly string[]): Promise<RowNames> {
  const tables = await read<{ table: string; key: string }>(
    `SELECT c.table_name AS table, c.column_name AS key FROM information_schema.columns c
       JOIN information_schema.columns d ON d.table_name = c.table_name AND d.column_name = 'createdAt'
      WHERE c.table_schema = 'public' AND c.data_type = 'text' AND c.column_name IN ('id', 'code', 'handle')
        AND NOT (c.table_name = 'User' AND c.column_name = 'id')`,
  );
  const names = new Map(addresses.map((address, index) => [address, `{address ${index}}`]));
  for (const { table, key } of tables) {
    const rows = await read<{ value: string }>(`SELECT "${key}" AS value FROM "${table}" ORDER BY "createdAt", 1`);
    for (const [index, { value }] of rows.entries()) names.set(value, `{${table} ${index}}`);
  }
  const values = new Map([...names].map(([value, name]) => [name, value]));
  return {
    named: (path) => names.get(path) ?? path.replace(/[\w-]+/g, (part) => names.get(part) ?? part),
    resolved: (path) => path.replace(/\{[\w ]+\}/g, (name) => values.get(name) ?? name),
  };
}
