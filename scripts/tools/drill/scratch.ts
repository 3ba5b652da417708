import { createHash } from "node:crypto";
import pg from "pg";
import { withConnection } from "@/scripts/tools/connection";
import { UserError } from "@/scripts/tools/terminal";

/** PostgreSQL names have 63 bytes: part of the live database's name helps people, a digest makes it unique. */
const SHOWN_LENGTH = 24;
const NOT_ALLOWED = "42501";

/** A database that a drill creates for itself and drops. Nothing that exists is ever restored into. */
export interface ScratchDatabase {
  url: string;
  /** Drops it, even while it is in use. Ignores one that does not exist. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database that sorts and folds text like the live one. Drops the one that a killed drill left behind:
 * all drills of a live database use the same name, one at a time.
 * @param serverUrl a database beside which it is created
 * @throws UserError if the role may not create databases
 */
export async function createScratchDatabase(liveUrl: string, serverUrl: string): Promise<ScratchDatabase> {
  const { name, options } = await withConnection(liveUrl, describe);
  const quoted = pg.escapeIdentifier(name);
  const drop = () =>
    withConnection(serverUrl, async (client) => {
      await client.query("SET statement_timeout = 0");
      await client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    });
  await drop();
  await withConnection(serverUrl, async (client) => {
    await client.query("SET statement_timeout = 0");
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE template0 ${options}`).catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
      const { rows } = await client.query<{ role: string }>("SELECT quote_ident(current_user) AS role");
      throw new UserError(
        `The role ${rows[0]!.role} may not create databases. Run ALTER ROLE ${rows[0]!.role} CREATEDB as a superuser, or set DRILL_DATABASE_URL to a database of a role that may.`,
      );
    });
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop };
}

interface Locale {
  encoding: string;
  datlocprovider: "c" | "i" | "b";
  datcollate: string;
  datctype: string;
  /** Of PostgreSQL 17 and newer; before, `daticulocale`. */
  datlocale?: string;
  daticulocale?: string;
}

/** The name is unique among all servers, since drills of several may share one. */
async function describe(client: pg.Client): Promise<{ name: string; options: string }> {
  const { rows } = await client.query<{ name: string; identity: string; locale: Locale }>(`
    SELECT datname AS name, concat_ws('/', system_identifier, oid) AS identity,
           to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(encoding)) AS locale
      FROM pg_database d, pg_control_system() WHERE datname = current_database()`);
  const { name, identity, locale } = rows[0]!;
  const digest = createHash("md5").update(identity).digest("hex").slice(0, 8);
  return { name: `${name.slice(0, SHOWN_LENGTH)}_${digest}_drill`, options: optionsOf(locale) };
}

function optionsOf({ encoding, datlocprovider, datcollate, datctype, datlocale, daticulocale }: Locale): string {
  const [collate, type, locale] = [datcollate, datctype, datlocale ?? daticulocale ?? ""].map(pg.escapeLiteral);
  const provider = {
    c: "libc",
    i: `icu ICU_LOCALE ${locale}`,
    b: `builtin BUILTIN_LOCALE ${locale}`,
  }[datlocprovider];
  return `ENCODING '${encoding}' LC_COLLATE ${collate} LC_CTYPE ${type} LOCALE_PROVIDER ${provider}`;
}
