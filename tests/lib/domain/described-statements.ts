import pg, { type FieldDef } from "pg";

interface Query {
  name?: string;
  handleRowDescription?(description: { fields: FieldDef[] }): void;
}

/** Returns the columns of every prepared statement that `work` runs, on whichever database, by name. */
export async function describeStatements(work: () => Promise<void>): Promise<Map<string, FieldDef[]>> {
  const described = new Map<string, FieldDef[]>();
  const client = pg.Client.prototype as { query: (query: Query, ...rest: unknown[]) => unknown };
  const send = client.query;
  client.query = function (query, ...rest) {
    const { name, handleRowDescription } = query;
    // Each connection describes a statement once. The types of a sandbox's enums have other ids than the live ones.
    if (name !== undefined && handleRowDescription && !described.get(name)?.length) {
      described.set(name, []);
      query.handleRowDescription = (description) => {
        described.set(name, description.fields);
        handleRowDescription.call(query, description);
      };
    }
    return send.call(this, query, ...rest);
  };
  try {
    await work();
  } finally {
    client.query = send;
  }
  return described;
}
