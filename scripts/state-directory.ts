import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { canReach, serverUser } from "@/scripts/postgres/server-user";

export const PROJECT = path.resolve(import.meta.dirname, "..");

/** What this installation keeps: databases, uploads, its secrets. Git ignores it. */
export function dataDirectory(): string {
  const directory = path.join(PROJECT, ".data");
  fs.mkdirSync(directory, { recursive: true });
  return directory;
}

/**
 * Where the database servers keep their files: with the rest, unless root has the project in a folder that the server's
 * user may not enter (/root, for instance).
 */
export function databaseDirectory(name: string): string {
  const directory = path.join(dataDirectory(), name);
  if (canReach(serverUser(directory), dataDirectory())) return directory;

  const project = createHash("sha256").update(PROJECT).digest("hex").slice(0, 12);
  const elsewhere = `/var/lib/pegboard-${project}`;
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  return path.join(elsewhere, name);
}
