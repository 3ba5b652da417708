import { createRequire } from "node:module";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "./state-directory";

const require = createRequire(import.meta.url);

/** Next itself, not its wrapper: what is killed is then the server. */
export const NEXT = require.resolve("next/dist/bin/next");

/** The generated database client, which a changed schema or an install without scripts leaves behind. */
export function refreshClient(): void {
  const client = fs.statSync(path.join(PROJECT, "lib/infra/prisma/client.ts"), { throwIfNoEntry: false });
  const schema = path.join(PROJECT, "prisma/schema");
  const newest = Math.max(...fs.readdirSync(schema).map((file) => fs.statSync(path.join(schema, file)).mtimeMs));
  if (client && client.mtimeMs >= newest) return;
  const { status } = spawnSync(process.execPath, [path.join(PROJECT, "scripts/generate-client.mjs")], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The database client could not be generated.");
}

/** The types of the pages' addresses, which the pages' own types stand on. */
export function refreshRouteTypes(): void {
  const { status } = spawnSync(process.execPath, [NEXT, "typegen"], {
    cwd: PROJECT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("The types of the pages' addresses could not be generated.");
}
