import pg from "pg";
import {
  isTemplate,
  namesOf,
  quoted,
  RELEASE,
  type ReleaseRow,
  setSearchPath,
  templateOf,
} from "@/lib/infra/sandbox/databases";
import { takeLock } from "./locks";
import { migrate } from "./migrate";

/** The key of the advisory lock under which a template is made. */
const TEMPLATE_LOCK = 72_707_370;
/** In the comment of a template that is complete. */
const COMPLETE = "complete";

/**
 * The clock of a sandbox. Its functions are found before PostgreSQL's, in statements and in the defaults of columns. It
 * is only in the database of a sandbox.
 */
const CLOCK = `
  CREATE SCHEMA sandbox;
  CREATE TABLE sandbox.clock (
    id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    now timestamptz(3) NOT NULL,
    acts integer NOT NULL DEFAULT 0,
    full_up boolean NOT NULL DEFAULT false);
  INSERT INTO sandbox.clock (now) VALUES (date_trunc('milliseconds', pg_catalog.now()));
  CREATE FUNCTION sandbox.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now FROM sandbox.clock';
  CREATE FUNCTION sandbox.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT now FROM sandbox.clock';`;

/**
 * Makes the database that sandboxes are copied from: migrated as the live one is, empty, and with a clock of its own.
 * Takes half a second, once for each release. Removes those of former releases.
 * @param url the live database, directly
 * @returns whether it was made now; "not allowed" where the role may not create databases
 */
export async function makeSandboxTemplate(url: string, signal?: AbortSignal): Promise<boolean | "not allowed"> {
  // The lock belongs to a transaction, and no database is created in one.
  const [locking, client] = await Promise.all([connect(url), connect(url)]);
  try {
    await locking.query("BEGIN");
    await takeLock(locking, TEMPLATE_LOCK, "pg_try_advisory_xact_lock", {
      for: "another start that makes the template of sandboxes",
      signal,
    });
    const { rows } = await client.query<ReleaseRow>(RELEASE.text);
    const release = rows[0]!;
    const name = templateOf(release);
    const others = await client.query<{ datname: string; comment: string | null }>(
      `SELECT datname, shobj_description(oid, 'pg_database') AS comment FROM pg_database
        WHERE starts_with(datname, $1)`,
      [`${namesOf(release.live)}t_`],
    );
    const isComplete = others.rows.some(({ datname, comment }) => datname === name && comment === COMPLETE);
    for (const { datname } of others.rows)
      if (isTemplate(release.live, datname) && (datname !== name || !isComplete))
        await client.query(`DROP DATABASE ${quoted(datname)} WITH (FORCE)`);
    if (isComplete) return false;
    await client.query(`CREATE DATABASE ${quoted(name)}`);
    await client.query(setSearchPath(name));
    await fill(url, name, signal);
    await client.query(`COMMENT ON DATABASE ${quoted(name)} IS '${COMPLETE}'`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "42501") return "not allowed";
    throw error;
  } finally {
    await Promise.all([client.end(), locking.end()]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function fill(url: string, name: string, signal?: AbortSignal): Promise<void> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  const client = await connect(address.href);
  await client.query(CLOCK).finally(() => client.end());
  await migrate(address.href, signal);
}
