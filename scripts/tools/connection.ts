import pg from "pg";

/** Connects within ten seconds. If the connection is lost later, only the running query fails. */
export async function connect(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000, ...options });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  return work(client).finally(() => client.end());
}
