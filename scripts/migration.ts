// Writes the migration for the changes in prisma/schema, and regenerates the client:
//   npx tsx scripts/migration.ts NAME
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { execaSync } from "execa";
import { startEmbeddedPostgres } from "./tools/embedded-postgres";
import { migrate } from "./tools/migrate";
import { refreshClient } from "./tools/next";
import { PROJECT } from "@/lib/infra/process/project";
import { onlyArgument } from "./tools/terminal";

const name = onlyArgument("A migration needs a name: npx tsx scripts/migration.ts follows");

const server = await startEmbeddedPostgres("postgres");
try {
  const sql = await server.temporaryDatabase(async (url) => {
    await migrate(url);
    return difference(url);
  });
  if (/^-- This is an empty migration/.test(sql)) {
    console.log("prisma/schema has nothing that the migrations do not create.");
  } else {
    const folder = path.join(PROJECT, "prisma/migrations", `${timestamp()}_${name}`);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "migration.sql"), sql);
    refreshClient();
    console.log(`${path.relative(PROJECT, folder)}: read it, and say in docs/upgrading.md what it does.`);
  }
} finally {
  await server.leave();
}

/** The SQL that brings a fully migrated database to the schema. */
function difference(url: string): string {
  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const diff = ["migrate", "diff", "--from-config-datasource", "--to-schema=prisma/schema", "--script"];
  const { stdout } = execaSync(process.execPath, [prisma, ...diff], {
    cwd: PROJECT,
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: path.join(PROJECT, "scripts/tools/schema-engine.mjs"),
      CHECKPOINT_DISABLE: "1",
      DATABASE_URL: url,
      DIRECT_DATABASE_URL: url,
    },
    stripFinalNewline: false,
  });
  return stdout;
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}
