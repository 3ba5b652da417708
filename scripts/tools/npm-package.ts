import fs from "node:fs";
import path from "node:path";
import { PROGRAM } from "@/lib/openapi/client/npm-package";
import { generatedText } from "@/lib/openapi/generated-files";

/** Writes the npm package of a deployment into a folder, which it empties. */
export async function writePackage(folder: string, siteUrl: string): Promise<void> {
  const files = JSON.parse(await generatedText("npm-package.ts", siteUrl)) as Record<string, string>;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    fs.writeFileSync(path.join(folder, name), text, { mode: name === PROGRAM ? 0o755 : 0o644 });
}
