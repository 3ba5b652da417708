import { createHash } from "node:crypto";
import pg from "pg";
import { connectionConfig } from "@/lib/infra/database/pool";
import { preparedRead } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import { outsideSandbox } from "./scope";

/** PostgreSQL names have 63 bytes: part of the live database's name helps people, a digest of it makes it unique. */
const SHOWN_LENGTH = 24;

/** The search path of a sandbox's database: `now()` of the schema `sandbox`, its clock, shadows PostgreSQL's. */
const SEARCH_PATH = "public, sandbox, pg_catalog";

/** The template that sandbox databases of a live database are copied from, one per release of the schema. */
export interface Release {
  /** How many migrations the live database has. */
  migrations: number;
  template: string;
}

/** Returns the name prefix of all databases that belong to the sandboxes of a live database. */
export const namesOf = (live: string): string =>
  `${live.slice(0, SHOWN_LENGTH)}_${createHash("md5").update(live).digest("hex").slice(0, 8)}_sandbox_`;

/** Parses a database's name into the sandbox's id and generation. */
export function generationOf(name: string): { id: string; generation: number } {
  const [, id = "", generation = ""] = /_([0-9A-Za-z]{10})_([0-9a-z]+)$/.exec(name) ?? [];
  return { id, generation: parseInt(generation, 36) };
}

/** Whether a name with the prefix of a live database's sandboxes is that of one of its templates. */
export const isTemplate = (live: string, name: string): boolean =>
  /^t_[0-9a-f]{8}$/.test(name.slice(namesOf(live).length));

/** The migrations of a database, which are part of its template's name. */
export const RELEASE = sql`SELECT current_database() AS live, count(*)::int AS migrations,
    left(md5(string_agg(checksum, ',' ORDER BY migration_name)), 8) AS digest
  FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

export interface ReleaseRow {
  live: string;
  migrations: number;
  digest: string;
}

export const templateOf = ({ live, digest }: ReleaseRow): string => `${namesOf(live)}t_${digest}`;

/** Returns the live database's release, and how the databases of its sandboxes are named. */
export async function currentRelease(): Promise<Release & { nameOf(id: string, generation: number): string }> {
  const [row] = await outsideSandbox(() => preparedRead<ReleaseRow>("sandboxes.release", RELEASE));
  if (!row) throw new Error("The database has no migrations");
  const nameOf = (id: string, generation: number) => `${namesOf(row.live)}${id}_${generation.toString(36)}`;
  return { migrations: row.migrations, template: templateOf(row), nameOf };
}

/** Thrown if there is no template, or if the role may not create databases. */
export class NoTemplate extends Error {
  override name = "NoTemplate";
}

export const NO_SUCH_DATABASE = "3D000";
const NOT_ALLOWED = "42501";

/**
 * Creates a sandbox's database, replacing any of the same name. Takes some tens of milliseconds.
 * @throws NoTemplate
 */
export async function createDatabase(name: string, { template }: Pick<Release, "template">): Promise<void> {
  await administer(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    try {
      await client.query(`CREATE DATABASE ${quoted(name)} TEMPLATE ${quoted(template)}`);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === NO_SUCH_DATABASE || code === NOT_ALLOWED) throw new NoTemplate((error as Error).message);
      throw error;
    }
    await client.query(setSearchPath(name));
  });
}

/** Sets the path for this role in this database, which takes precedence over all other settings. */
export const setSearchPath = (name: string): string =>
  `ALTER ROLE CURRENT_USER IN DATABASE ${quoted(name)} SET search_path TO ${SEARCH_PATH}`;

/** Drops databases, even those in use. Ignores those that do not exist. */
export async function dropDatabases(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await administer(async (client) => {
    for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
  });
}

/** Returns the names of all sandbox databases, including those that a crash left behind. */
export async function listDatabases(): Promise<string[]> {
  return selectNames(`SELECT datname AS name FROM pg_database WHERE ${isGeneration("datname")}`);
}

/** Filters names of sandbox databases to those that no longer exist. Ignores names of another live database's. */
export async function withoutDatabase(names: readonly string[]): Promise<string[]> {
  const isMissing = "NOT EXISTS (SELECT FROM pg_database WHERE datname = name)";
  return selectNames(
    `SELECT name FROM unnest($2::text[]) AS name WHERE ${isGeneration("name")} AND ${isMissing}`,
    names,
  );
}

/** Whether a column has a name of ours: the prefix $1 and the suffix of a generation. */
const isGeneration = (column: string): string =>
  `starts_with(${column}, $1) AND substr(${column}, length($1) + 1) ~ '^[0-9A-Za-z]{10}_[0-9a-z]+$'`;

/** Selects names, given the prefix of this live database's sandboxes as $1 and any further values. */
async function selectNames(statement: string, ...values: unknown[]): Promise<string[]> {
  return administer(async (client) => {
    const live = await client.query<{ name: string }>("SELECT current_database() AS name");
    const { rows } = await client.query<{ name: string }>(statement, [namesOf(live.rows[0]!.name), ...values]);
    return rows.map(({ name }) => name);
  });
}

/** Returns the connection settings of a database beside the live one. A pooler in between would not know it. */
export function settingsOf(name: string) {
  const { directUrl, statementTimeoutMs } = env().database;
  const url = new URL(directUrl);
  url.pathname = `/${name}`;
  return { ...env().database, url: url.href, statementTimeoutMs };
}

/** Creates and drops databases, which must happen outside transactions, on a connection of its own. */
async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const settings = { ...env().database, url: env().database.directUrl };
  const client = new pg.Client({ ...connectionConfig(settings), statement_timeout: ADMINISTRATION_TIMEOUT_MS });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ADMINISTRATION_TIMEOUT_MS = 15_000;

export const quoted = (name: string): string => pg.escapeIdentifier(name);
