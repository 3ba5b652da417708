import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";

/** The executable of the newest Node of a version: this process's own, or one from an npm package. */
export async function nodeOf(version: string, root: string): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = path.join(root, `node-${version}`);
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  await execa("npm", ["install", "--no-audit", `${name}@${version}`], { cwd: folder });
  return path.join(folder, "node_modules", name, "bin/node");
}
