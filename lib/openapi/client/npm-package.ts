import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { CommandGroup } from "@/lib/openapi/commands";
import { transpileClient } from "./write-client";

/** The executable file of the command line. */
export const PROGRAM = "pegboard.js";

interface Parts {
  /** The client, in TypeScript. */
  client: string;
  commands: CommandGroup[];
  readme: string;
}

/**
 * Returns the files of the npm package, without dependencies: the client with declarations, and the command line in
 * one.
 */
export async function npmPackage(
  siteUrl: string,
  { client, commands, readme }: Parts,
): Promise<Record<string, string>> {
  return {
    "package.json": `${JSON.stringify(manifest(siteUrl), null, 2)}\n`,
    "README.md": readme,
    LICENSE: readFileSync(path.join(process.cwd(), "LICENSE"), "utf8"),
    "index.js": transpileClient(client),
    "index.d.ts": declarationsOf(client),
    "index.cjs": transpileClient(client, ts.ModuleKind.CommonJS),
    "index.d.cts": declarationsOf(client),
    [PROGRAM]: await bundleCommandLine(),
    "commands.json": JSON.stringify(commands),
  };
}

function manifest(siteUrl: string): object {
  const own = JSON.parse(readFileSync(path.join(process.cwd(), "package.json"), "utf8")) as Record<string, unknown>;
  return {
    name: "pegboard",
    version: own.version,
    description: "The typed client of the Pegboard API, and its command line",
    license: own.license,
    // The command line uses it as its default site.
    homepage: siteUrl,
    type: "module",
    exports: {
      ".": {
        import: { types: "./index.d.ts", default: "./index.js" },
        require: { types: "./index.d.cts", default: "./index.cjs" },
      },
      "./package.json": "./package.json",
    },
    main: "./index.cjs",
    types: "./index.d.cts",
    bin: { pegboard: PROGRAM },
    files: ["index.js", "index.d.ts", "index.cjs", "index.d.cts", PROGRAM, "commands.json"],
    sideEffects: false,
    engines: own.engines,
  };
}

async function bundleCommandLine(): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: process.cwd(),
    entryPoints: ["lib/cli/main.ts"],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The declarations of the client. Its exports have explicit types, so no other file is needed to infer them. */
function declarationsOf(client: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(client, {
    fileName: "index.ts",
    reportDiagnostics: true,
    compilerOptions: { strict: true, target: ts.ScriptTarget.ES2022, isolatedDeclarations: true },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  return outputText;
}
