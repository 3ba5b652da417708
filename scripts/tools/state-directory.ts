import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "@/lib/infra/process/project";
import { canReach, serverUser } from "@/scripts/tools/postgres/server-user";

/** The folder of this installation's data: databases, uploads, secrets. Git ignores it. */
export const DATA_DIRECTORY = path.join(PROJECT, ".data");

/**
 * Only its owner may enter that folder. If that is root, the database server, which runs as another user, must enter it
 * too; everything in it is private by its own mode.
 */
const DATA_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;

export function dataDirectory(): string {
  fs.mkdirSync(DATA_DIRECTORY, { recursive: true, mode: DATA_MODE });
  return DATA_DIRECTORY;
}

/** Closes our data folder if an earlier release left it open to all users of the machine. */
export function closeDataDirectory(): void {
  const folder = fs.statSync(DATA_DIRECTORY, { throwIfNoEntry: false });
  if (!folder || folder.uid !== process.getuid?.()) return;
  if ((folder.mode & 0o777 & ~DATA_MODE) !== 0) fs.chmodSync(DATA_DIRECTORY, DATA_MODE);
}

/** The folder of a database server's files: in the data directory, unless the server's user may not enter that. */
export function databaseDirectory(name: string): string {
  const directory = path.join(dataDirectory(), name);
  if (canReach(serverUser(directory), dataDirectory())) return directory;

  const project = createHash("sha256").update(PROJECT).digest("hex").slice(0, 12);
  const elsewhere = `/var/lib/pegboard-${project}`;
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  return path.join(elsewhere, name);
}
