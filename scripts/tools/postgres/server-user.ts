import fs from "node:fs";
import path from "node:path";

/** The user that the database server runs as, since PostgreSQL does not run as root. Undefined for the current user. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** Chooses the owner of the data if started by root, else `postgres`, else `nobody`. */
export function serverUser(dataDirectory: string): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const accounts = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const account = accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  if (!account) {
    throw new Error(
      "PostgreSQL does not run as root, and there is no user `postgres` or `nobody`: set DATABASE_URL, or start as an ordinary user.",
    );
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Whether the user may enter every folder down to this one. */
export function canReach(user: ServerUser, directory: string): boolean {
  if (!user) return true;
  for (let folder = path.resolve(directory); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = fs.statSync(folder);
    const entry = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & entry) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
