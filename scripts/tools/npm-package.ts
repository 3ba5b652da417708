import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { transpileClient, writeClient } from "@/lib/openapi/client/write-client";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { PROJECT } from "./state-directory";

/**
 * Builds the npm package: the same client that a deployment serves, as JavaScript with declarations, and the command
 * line in one file. Nothing of it depends on another package.
 */
export async function buildPackage(folder: string, site: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const client = writeClient(openApiDocument(site));
  write(folder, "index.js", transpileClient(client));
  write(folder, "index.d.ts", declarationsOf(client));
  write(folder, "package.json", `${JSON.stringify(manifest(site), null, 2)}\n`);
  fs.copyFileSync(path.join(PROJECT, "docs/cli.md"), path.join(folder, "README.md"));
  fs.copyFileSync(path.join(PROJECT, "LICENSE"), path.join(folder, "LICENSE"));
  await bundleCommandLine(path.join(folder, PROGRAM));
}

const PROGRAM = "pegboard.js";

function write(folder: string, name: string, text: string): void {
  fs.writeFileSync(path.join(folder, name), text);
}

function manifest(site: string): object {
  const own = JSON.parse(fs.readFileSync(path.join(PROJECT, "package.json"), "utf8")) as Record<string, unknown>;
  return {
    name: "pegboard",
    version: own.version,
    description: "The typed client of the Pegboard API, and its command line",
    license: own.license,
    // The command line takes it for the site to talk to.
    homepage: site,
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
    types: "./index.d.ts",
    bin: { pegboard: PROGRAM },
    files: ["index.js", "index.d.ts", PROGRAM],
    sideEffects: false,
    engines: own.engines,
  };
}

async function bundleCommandLine(outfile: string): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: PROJECT,
    entryPoints: ["lib/cli/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    legalComments: "none",
    logLevel: "warning",
  });
  fs.chmodSync(outfile, 0o755);
}

/** The declarations of a module, which stands in memory alone. */
function declarationsOf(source: string): string {
  const file = "index.ts";
  const options: ts.CompilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readFromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, source, version) : readFromDisk(name, version, ...rest);
  let declarations = "";
  const program = ts.createProgram([file], options, host);
  const { emitSkipped, diagnostics } = program.emit(undefined, (_name, text) => (declarations = text));
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (emitSkipped || problems.length > 0)
    throw new Error(ts.formatDiagnostics(problems, { ...host, getNewLine: () => "\n" }));
  return declarations;
}
