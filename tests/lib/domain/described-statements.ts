import type { FieldDef } from "pg";
import { database } from "@/lib/infra/db";

type Query = (config: { name?: string }, ...rest: unknown[]) => Promise<{ fields: FieldDef[] }> | undefined;

/** Returns the columns of every prepared statement that runs from now on, by name. */
export function describeStatements(): Map<string, FieldDef[]> {
  const described = new Map<string, FieldDef[]>();
  const describing =
    (query: Query): Query =>
    (config, ...rest) => {
      const running = query(config, ...rest);
      const { name } = config;
      return name === undefined ? running : running?.then((result) => (described.set(name, result.fields), result));
    };
  const { pool } = database();
  pool.query = describing(pool.query.bind(pool)) as unknown as typeof pool.query;
  // Transactions ask their connection.
  pool.on("connect", (client) => {
    client.query = describing(client.query.bind(client)) as unknown as typeof client.query;
  });
  return described;
}
