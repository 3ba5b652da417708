import { connectionConfig } from "@/lib/infra/database/pool";
import type { Env } from "@/lib/infra/environment/env";
import { connect } from "./connection";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { say, UserError } from "./terminal";

/** The oldest PostgreSQL version that supports what the migrations use. */
const OLDEST_VERSION = 15;

export interface Database {
  url: string;
  embedded: boolean;
  description: string;
  leave(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or an embedded one if that is not set. */
export async function openDatabase(url: string | undefined, settings: Env["database"]): Promise<Database> {
  return url === undefined ? openEmbedded() : openGiven({ ...settings, url });
}

async function openEmbedded(): Promise<Database> {
  let server = await startEmbeddedPostgres("postgres");
  let leaving = false;
  const url = await server.database("pegboard");
  void (async () => {
    for (;;) {
      await server.lost;
      if (leaving) return;
      say({ level: "error", message: "The database server went away: starting it again." });
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

async function openGiven(settings: Env["database"]): Promise<Database> {
  const { url } = settings;
  const { host, pathname } = new URL(url);
  const version = await versionOf(settings).catch((error: Error & { code?: string }) => {
    throw new UserError(
      `The database at ${host}${pathname} cannot be used (${error.message || error.code}): ${adviceFor(error)}`,
    );
  });
  if (version.number < OLDEST_VERSION * 10_000)
    throw new UserError(
      `The database at ${host} is PostgreSQL ${version.name}: Pegboard needs ${OLDEST_VERSION} or newer.`,
    );
  return { url, embedded: false, description: `PostgreSQL at ${host}`, leave: async () => {} };
}

async function versionOf(settings: Env["database"]): Promise<{ number: number; name: string }> {
  const client = await connect(settings.url, { ...connectionConfig(settings), query_timeout: 10_000 });
  const { rows } = await client
    .query<{ number: number; name: string }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
    )
    .finally(() => client.end());
  return rows[0]!;
}

function adviceFor({ message }: Error): string {
  if (/startup parameter/.test(message))
    return "behind a transaction pooler set DATABASE_STATEMENT_TIMEOUT=0, and give the role a statement_timeout of its own.";
  return "look at DATABASE_URL, and that it runs.";
}
