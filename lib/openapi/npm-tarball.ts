import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createTar } from "nanotar";

/** Fixed values for everything that would differ between machines or over time. */
const ATTRIBUTES = { mode: "644", uid: 0, gid: 0, mtime: 0 };

/** An npm package as a tarball, with the same bytes for the same files. npm makes its programs executable. */
export async function tarballOf(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, data]) => ({ name: `package/${name}`, data }));
  return new Uint8Array(await promisify(gzip)(createTar(entries, { attrs: ATTRIBUTES }), { level: 9 }));
}
