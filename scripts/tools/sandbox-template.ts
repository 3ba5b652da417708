import {
  isTemplate,
  namesOf,
  quoted,
  RELEASE,
  type ReleaseRow,
  setSearchPath,
  templateOf,
} from "@/lib/infra/sandbox/databases";
import { connect, withConnection } from "./connection";
import { takeLock } from "./locks";
import { migrate } from "./migrate";

/** The key of the advisory lock that is held while a template is created. */
const TEMPLATE_LOCK = 72_707_370;
/** The database comment of a complete template. */
const COMPLETE = "complete";

/** A sandbox's clock, in its database only. It shadows PostgreSQL's functions, in statements and column defaults. */
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
 * Creates the template database that sandboxes are copied from: migrated like the live one, empty, and with a clock of
 * its own. Takes half a second, once per release. Removes the templates of earlier releases.
 * @param url a direct URL of the live database
 * @returns whether it was created now; "not allowed" if the role may not create databases
 */
export async function makeSandboxTemplate(url: string, signal?: AbortSignal): Promise<boolean | "not allowed"> {
  // Two connections: the lock belongs to a transaction, and a database cannot be created within one.
  const [locking, client] = await Promise.all([connect(url), connect(url)]);
  try {
    await locking.query("BEGIN");
    await takeLock(locking, TEMPLATE_LOCK, {
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

async function fill(url: string, name: string, signal?: AbortSignal): Promise<void> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  await withConnection(address.href, (client) => client.query(CLOCK));
  await migrate(address.href, signal);
}
