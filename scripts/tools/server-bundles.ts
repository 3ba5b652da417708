import path from "node:path";
import { PROJECT } from "./state-directory";

/** The programs of the one-machine server. */
const ENTRIES = { worker: "lib/server/worker.ts", pages: "lib/server/page-server.ts" };
export type ServerProgram = keyof typeof ENTRIES;

/** Bundles the programs of the server into a build's folder: without it, each start would compile them again. */
export async function bundleServer(buildFolder: string): Promise<void> {
  // A start from a finished build does without it.
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: file, out })),
    outdir: path.join(buildFolder, FOLDER),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What is imported on demand stays so.
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "warning",
  });
}

const FOLDER = "bundles";

/** The file of a program, in a finished build. */
export function serverProgram(buildFolder: string, program: ServerProgram): string {
  return path.join(PROJECT, buildFolder, FOLDER, `${program}.mjs`);
}
