// Writes lib/generated/: the OpenAPI document and everything derived from it, and the service worker, for the server to
// read.
// Runs before every build, test run and development server.
import fs from "node:fs";
import path from "node:path";
import { generatedFiles } from "@/lib/openapi/generated-files";
import { PROJECT } from "@/lib/infra/process/project";
import { bundleServiceWorker } from "./tools/service-worker";

const folder = path.join(PROJECT, "lib/generated");
const files = { ...(await generatedFiles()), "service-worker.ts": await bundleServiceWorker() };

fs.mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const file = path.join(folder, name);
  // Unchanged files keep their modification time, so that nothing is recompiled for them.
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) fs.writeFileSync(file, text);
}
for (const name of fs.readdirSync(folder)) if (!(name in files)) fs.rmSync(path.join(folder, name));
