// Runs after `npm ci`: writes the typed database client (lib/infra/prisma). Prisma's CLI needs a schema engine even for
// this: ours comes from npm, as everything that `npm ci` installs, instead of a download from elsewhere.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");

const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, "generate", "--no-hints"], {
  cwd: root,
  encoding: "utf8",
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, "scripts", "tools", "schema-engine.mjs"),
    CHECKPOINT_DISABLE: "1",
    ...process.env,
  },
});

if (status !== 0) {
  console.error(
    `The database client could not be generated from prisma/schema.\n${stdout ?? ""}${stderr ?? ""}${error ?? ""}`,
  );
  process.exitCode = 1;
}
