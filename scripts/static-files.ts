import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const press = promisify(brotliCompress);
const PRESSABLE = /\.(js|css|svg|json)$/;
/** Below it, a file fits one packet either way. */
const LEAST_BYTES = 1024;

/**
 * Chromium compiles all of such a file while it arrives, beside the main thread, and not function by function when the
 * page wants to come alive (https://v8.dev/blog/explicit-compile-hints). To every other browser it is a comment.
 */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/** Makes the static files of a build as light as they get: hinted where every page runs them at once, and each with its `.br`. */
export async function finishStaticFiles(build: string): Promise<void> {
  await hintCompilation(build);
  const folder = path.join(build, "static");
  const names = await fs.readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => PRESSABLE.test(name)).map((name) => pressFile(path.join(folder, name))));
}

/** React and Next themselves. */
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

/** For the server (serve.mjs) to send. */
async function pressFile(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  if (bytes.length >= LEAST_BYTES) await fs.writeFile(`${file}.br`, await press(bytes));
}
