import path from "node:path";
import { PROJECT } from "@/lib/infra/process/project";

const ENTRIES = {
  worker: "lib/server/worker.ts",
  pages: "lib/server/page-server.ts",
  jobs: "lib/server/jobs-server.ts",
};
export type ServerProgram = keyof typeof ENTRIES;

/** Bundles the programs: each start would otherwise compile them again, and find and read a thousand files. */
export async function bundleServer(buildFolder: string): Promise<void> {
  // Loaded on demand, because a start from a finished build does not need it.
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: file, out })),
    outdir: path.join(buildFolder, FOLDER),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Keeps dynamic imports dynamic.
    splitting: true,
    external: UNBUNDLED,
    platform: "node",
    format: "esm",
    target: "node20",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE },
    // Removes comments, but keeps lines short enough for useful stack traces.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: "none",
    sourcemap: "linked",
    logLevel: "warning",
  });
}

/** Packages that locate their own files by path, or belong to Next. */
const UNBUNDLED = [
  "@node-rs/*",
  "sharp",
  "@prisma/client/*",
  "@opentelemetry/*",
  "next",
  "next/*",
  "react",
  "react-dom",
];
/** For CommonJS packages, which `require` Node's modules. */
const REQUIRE = 'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);';

const FOLDER = "bundles";

export function serverProgram(buildFolder: string, program: ServerProgram): string {
  return path.join(PROJECT, buildFolder, FOLDER, `${program}.mjs`);
}
