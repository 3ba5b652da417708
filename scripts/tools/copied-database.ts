import { randomBytes } from "node:crypto";
import pg from "pg";

/** Creates an empty database with the product's tables. */
export async function copyTemplate({
  admin,
  template,
}: {
  admin: string;
  template: string;
}): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await execute(admin, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(admin, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
