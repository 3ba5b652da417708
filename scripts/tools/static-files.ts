import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const press = promisify(brotliCompress);
const PRESSABLE = /\.(js|css|svg|json)$/;
/** Smaller files fit into one packet uncompressed. */
const LEAST_BYTES = 1024;

/**
 * Makes Chromium compile the whole file off the main thread while it downloads, rather than function by function during
 * hydration (https://v8.dev/blog/explicit-compile-hints). Other browsers see a comment.
 */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/** Adds compile hints to the scripts that every page runs, and a precompressed `.br` beside each static file. */
export async function finishStaticFiles(build: string): Promise<void> {
  await hintCompilation(build);
  const folder = path.join(build, "static");
  const names = await fs.readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => PRESSABLE.test(name)).map((name) => precompressFile(path.join(folder, name))),
  );
}

async function hintCompilation(build: string): Promise<void> {
  const { rootMainFiles } = JSON.parse(await fs.readFile(path.join(build, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[];
  };
  for (const name of rootMainFiles) {
    const file = path.join(build, name);
    const code = await fs.readFile(file, "utf8");
    if (!code.startsWith(COMPILE_HINT)) await fs.writeFile(file, COMPILE_HINT + code);
  }
}

async function precompressFile(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  if (bytes.length >= LEAST_BYTES) await fs.writeFile(`${file}.br`, await press(bytes));
}
