import { randomBytes } from "node:crypto";
import { withConnection } from "@/scripts/tools/connection";

/** A database to copy, and the URL of the one that creates databases on its server. */
export interface Template {
  admin: string;
  template: string;
}

/** Creates an empty database with the product's tables. */
export async function copyTemplate(databases: Template): Promise<{ url: string; drop(): Promise<unknown> }> {
  const { made, ...database } = beginCopy(databases);
  await made;
  return database;
}

/** Begins to create such a database, which exists once `made` resolves. */
export function beginCopy({ admin, template }: Template) {
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const execute = (sql: string) => withConnection(admin, (client) => client.query(sql));
  const made = execute(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return {
    url: url.href,
    made,
    drop: () => execute(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}
