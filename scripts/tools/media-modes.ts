import fs from "node:fs/promises";
import path from "node:path";
import { FILE_MODE, FOLDER_MODE } from "@/lib/infra/storage/folder";

/**
 * Closes the folder of images, which include those of private posts, to other users of the machine, if an earlier
 * release left it open. The mode of the folder itself is changed last, so that a closed folder needs no further check.
 * @returns how many files and folders were changed
 */
export async function closeMediaFolder(directory: string): Promise<number> {
  const root = await fs.stat(directory).catch(() => undefined);
  if (!root || (root.mode & 0o077) === 0 || root.uid !== process.getuid?.()) return 0;
  let changed = 1;
  for (const day of await fs.readdir(directory, { withFileTypes: true })) {
    const folder = path.join(directory, day.name);
    const names = day.isDirectory() ? await fs.readdir(folder) : [];
    await fs.chmod(folder, day.isDirectory() ? FOLDER_MODE : FILE_MODE);
    for (const name of names) await fs.chmod(path.join(folder, name), FILE_MODE).catch(ignoreMissing);
    changed += 1 + names.length;
  }
  await fs.chmod(directory, FOLDER_MODE);
  return changed;
}

/** Another process may be removing expired images. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
