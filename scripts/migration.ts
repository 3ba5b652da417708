// Writes the migration for what changed in prisma/schema, and applies it to the development database:
//   npx tsx scripts/migration.ts NAME
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { migrate } from "./migrate";
import { PROJECT } from "./state-directory";

const name = process.argv[2];
if (!name) {
  console.error("A migration needs a name: npx tsx scripts/migration.ts add_follows");
  process.exit(1);
}

const server = await startEmbeddedPostgres("postgres");
try {
  const sql = await server.temporaryDatabase(async (url) => {
    await migrate(url);
    return difference(url);
  });
  if (/^-- This is an empty migration/.test(sql)) {
    console.log("prisma/schema asks for nothing that the migrations have not made.");
  } else {
    const folder = path.join(PROJECT, "prisma/migrations", `${timestamp()}_${name}`);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "migration.sql"), sql);
    await migrate(await server.database("development"));
    console.log(`${path.relative(PROJECT, folder)}: read it before you commit it.`);
  }
} finally {
  await server.leave();
}

/** What is missing between the migrated database and the schema. */
function difference(url: string): string {
  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const diff = ["migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema", "--script"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, ...diff], {
    cwd: PROJECT,
    encoding: "utf8",
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: path.join(PROJECT, "scripts/schema-engine.mjs"),
      CHECKPOINT_DISABLE: "1",
      ...process.env,
      DATABASE_URL: url,
    },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}
