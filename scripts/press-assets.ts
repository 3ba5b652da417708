import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const press = promisify(brotliCompress);
const PRESSABLE = /\.(js|css|svg|json)$/;
/** Below it, a file fits one packet either way. */
const LEAST_BYTES = 1024;

/** Writes a `.br` beside every static file of a build: once, as small as it gets, for the server (serve.mjs) to send. */
export async function pressAssets(folder: string): Promise<void> {
  const entries = await fs.readdir(folder, { recursive: true });
  await Promise.all(entries.filter((name) => PRESSABLE.test(name)).map((name) => pressFile(path.join(folder, name))));
}

async function pressFile(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  if (bytes.length >= LEAST_BYTES) await fs.writeFile(`${file}.br`, await press(bytes));
}
