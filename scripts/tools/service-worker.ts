import path from "node:path";
import { build } from "esbuild";
import { PROJECT } from "@/lib/infra/process/project";

/** Returns a module with the service worker's program as text, which app/service-worker.js serves. */
export async function bundleServiceWorker(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [path.join(PROJECT, "lib/client/service-worker/worker.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    logLevel: "warning",
  });
  return `export const SERVICE_WORKER = ${JSON.stringify(outputFiles[0]!.text)};\n`;
}
