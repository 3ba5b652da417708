import { readFile } from "node:fs/promises";
import path from "node:path";

export interface Release {
  version: string;
  /** The commit, where the source is a Git checkout. */
  commit: string | null;
}

let known: Promise<Release> | undefined;

/** Returns the version in package.json, and the commit that is checked out. Read once. */
export function release(): Promise<Release> {
  return (known ??= read());
}

async function read(): Promise<Release> {
  const [manifest, commit] = await Promise.all([
    readFile(path.join(process.cwd(), "package.json"), "utf8"),
    readCommit(path.join(process.cwd(), ".git")).catch(() => null),
  ]);
  return { version: (JSON.parse(manifest) as { version: string }).version, commit };
}

/** Reads the commit without `git`, which a server may lack. In worktrees, `.git` is a file that names the folder. */
async function readCommit(at: string): Promise<string | null> {
  const pointer = await readFile(at, "utf8").catch(() => null);
  const folder = pointer === null ? at : path.resolve(path.dirname(at), pointer.replace(/^gitdir: /, "").trim());
  const head = (await readFile(path.join(folder, "HEAD"), "utf8")).trim();
  const branch = head.startsWith("ref: ") ? head.slice("ref: ".length) : null;
  if (branch === null) return head;
  const shared = await readFile(path.join(folder, "commondir"), "utf8").catch(() => ".");
  const store = path.resolve(folder, shared.trim());
  const loose = await readFile(path.join(store, branch), "utf8").catch(() => null);
  if (loose !== null) return loose.trim();
  const packed = await readFile(path.join(store, "packed-refs"), "utf8");
  return (
    packed
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0] ?? null
  );
}
