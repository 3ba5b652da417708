import fs from "node:fs";
import path from "node:path";
import { UserError } from "@/scripts/tools/terminal";
import { type Manifest, MANIFEST, partialOf, readManifest } from "./manifest";

export interface Backup {
  directory: string;
  manifest: Manifest;
}

/**
 * Returns the backup in a directory: it itself, or the newest of its folders.
 * @throws UserError if there is none, or one is damaged, which may be the newest
 */
export async function newestBackup(directory: string): Promise<Backup> {
  const folders = fs.existsSync(path.join(directory, MANIFEST)) ? [directory] : foldersOf(directory);
  let newest: Backup | undefined;
  for (const folder of folders) {
    const manifest = await readManifest(folder);
    if (!newest || manifest.takenAt > newest.manifest.takenAt) newest = { directory: folder, manifest };
  }
  if (!newest) throw new UserError(`There is no backup in ${directory}.`);
  return newest;
}

function foldersOf(directory: string): string[] {
  if (!fs.existsSync(directory)) throw new UserError(`${directory} does not exist.`);
  return fs
    .readdirSync(directory)
    .filter((name) => !name.endsWith(partialOf("")))
    .map((name) => path.join(directory, name))
    .filter((folder) => fs.existsSync(path.join(folder, MANIFEST)));
}
