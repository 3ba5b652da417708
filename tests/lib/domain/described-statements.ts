import type { FieldDef } from "pg";
import { database } from "@/lib/infra/database/db";

interface Query {
  name?: string;
  handleRowDescription?(description: { fields: FieldDef[] }): void;
}

/** Returns the columns of every prepared statement that runs from now on, by name. */
export function describeStatements(): Map<string, FieldDef[]> {
  const described = new Map<string, FieldDef[]>();
  database().pool.on("connect", (client) => {
    const send = client.query.bind(client) as (query: Query, ...rest: unknown[]) => unknown;
    client.query = ((query: Query, ...rest: unknown[]) => {
      const { name, handleRowDescription } = query;
      // Each connection describes a statement once.
      if (name !== undefined && handleRowDescription) {
        if (!described.has(name)) described.set(name, []);
        query.handleRowDescription = (description) => {
          described.set(name, description.fields);
          handleRowDescription.call(query, description);
        };
      }
      return send(query, ...rest);
    }) as typeof client.query;
  });
  return described;
}
