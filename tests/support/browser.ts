import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";
import { dataDirectory } from "@/scripts/tools/state-directory";

/** No sandbox, since root cannot use it, and no background requests, which would fail in a closed network. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The Chromium of $CHROMIUM_PATH, otherwise npm's, Playwright's or the system's, in this order. npm's comes first
 * because it is the same everywhere, and takes half the processor time, since it renders no windows.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!fs.existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`);
    return { executablePath: named, args: ARGS };
  }
  if (process.platform === "linux" && process.arch === "x64") {
    const packaged = await packagedBrowser();
    if (runs(packaged)) return packaged;
  }
  if (fs.existsSync(chromium.executablePath())) return { args: ARGS };
  const system = SYSTEM.find((file) => fs.existsSync(file));
  if (system) return { executablePath: system, args: ARGS };
  throw new Error("There is no Chromium here: run `npx playwright install chromium`, or set CHROMIUM_PATH to one.");
}

/** Whether the browser starts here: it is linked with glibc, which Alpine, for instance, lacks. */
function runs({ executablePath, env }: Awaited<ReturnType<typeof packagedBrowser>>): boolean {
  return spawnSync(executablePath, ["--version"], { env, timeout: 60_000 }).status === 0;
}

/** @sparticuz/chromium, unpacked once, with the libraries and fonts that a bare machine lacks. */
async function packagedBrowser() {
  const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const folder = path.join(dataDirectory(), `browser-${version}`);
  if (!fs.existsSync(folder)) await unpack(path.join(root, "bin"), folder);
  return {
    executablePath: path.join(folder, "chromium"),
    args: ARGS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, "al2023/lib"),
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    },
  } satisfies LaunchOptions;
}

/** Where to find fonts: the package's own configuration looks elsewhere, and a browser without any font crashes. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * Unpacks into our own folder, atomically: the package itself uses the temporary directory, and would mistake a partial
 * result of a killed process for a complete one.
 */
async function unpack(archives: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}.draft`;
  fs.mkdirSync(draft);
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    for (const name of fs.readdirSync(archives)) await inflate(path.join(archives, name));
    fs.writeFileSync(path.join(draft, "fonts.conf"), FONTS);
    fs.renameSync(draft, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    fs.rmSync(draft, { recursive: true, force: true });
  }
}
