import pg from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { Trouble } from "./terminal";

export interface Database {
  url: string;
  embedded: boolean;
  description: string;
  leave(): Promise<void>;
}

/** The database of DATABASE_URL or, where none is named, an embedded one. */
export async function openDatabase(url: string | undefined): Promise<Database> {
  return url === undefined ? openEmbedded() : openGiven(url);
}

async function openEmbedded(): Promise<Database> {
  let server = await startEmbeddedPostgres("postgres");
  let leaving = false;
  const url = await server.database("pegboard");
  void (async () => {
    for (;;) {
      await server.lost;
      if (leaving) return;
      console.error("The database server went away: starting it again.");
      server = await startEmbeddedPostgres("postgres");
    }
  })();
  return {
    url,
    embedded: true,
    description: `PostgreSQL in ${server.directory}`,
    leave() {
      leaving = true;
      return server.leave();
    },
  };
}

async function openGiven(url: string): Promise<Database> {
  const { host, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new Trouble(`The database at ${host}${pathname} cannot be used (${(error as Error).message || (error as { code?: string }).code}): look at DATABASE_URL, and that it runs.`);
  }
  return { url, embedded: false, description: `PostgreSQL at ${host}`, leave: async () => {} };
}
