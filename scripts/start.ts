// `npm start` and `npm run dev`: from an empty folder to a running server, on one machine.
import "./tools/check-node";
import tty from "node:tty";
import type { Source } from "@/lib/infra/environment/env";
import { endWithParent } from "@/lib/infra/process/processes";
import { type Server, startServer } from "@/lib/server/server";
import { openDatabase } from "./tools/database";
import { DEMO_HANDLE, seedDemo } from "./tools/demo";
import { isPortFree } from "./tools/ports";
import { startDevServer } from "./tools/dev-server";
import { GENERATED_SECRETS, type Installation, isDemo, logFormat, prepareInstallation } from "./tools/installation";
import { withLock } from "./tools/locks";
import { closeMediaFolder } from "./tools/media-modes";
import { migrate } from "./tools/migrate";
import { generateOpenApi, refreshClient, watchOpenApi } from "./tools/next";
import { buildOnce } from "./tools/production-build";
import { makeSandboxTemplate } from "./tools/sandbox-template";
import { closeDataDirectory } from "./tools/state-directory";
import { elapsed, failWith, printJson, say, step, UserError } from "./tools/terminal";

const dev = process.argv.includes("--dev");
/** One Ctrl-C arrives twice within this time: from the terminal, and from npm. */
const SAME_SIGNAL_MS = 500;

const ending = new AbortController();
let endingSince = 0;
const interrupted = new Promise<never>((_, reject) =>
  ending.signal.addEventListener("abort", () => reject(new Error("interrupted"))),
);
interrupted.catch(() => undefined);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, endOrExit);
const hasTerminal = isTerminal();
let server: Server | undefined;
process.on("SIGHUP", () => (server && !dev && !hasHungUp() ? void server.restart() : endOrExit()));
if (process.env.npm_lifecycle_event) endWithParent(() => ending.abort());

try {
  const mode = dev ? "development" : "production";
  // Before anything that may fail: what is wrong with other variables is printed in this format as well.
  if (logFormat(mode) === "json") printJson();
  const installation = prepareInstallation(mode);
  await requireFreePort(installation);
  await run(installation);
  process.exit(0);
} catch (error) {
  if (ending.signal.aborted) process.exit(0);
  failWith(error);
}

async function run({ variables: given, settings }: Installation): Promise<void> {
  closeDataDirectory();
  const { storage } = settings;
  if (storage.kind === "folder")
    await step(
      "images",
      () => closeMediaFolder(storage.directory),
      (changed) => (changed > 0 ? `${changed} files and folders closed to others` : ""),
    );
  const opening = step(
    "database",
    () => openDatabase(given.DATABASE_URL, settings.database),
    ({ description }) => description,
  );
  // Waits for an embedded database even if interrupted: it starts within seconds, and would be left running otherwise.
  const database = await (given.DATABASE_URL === undefined ? opening : Promise.race([opening, interrupted]));
  const demo = isDemo(given);
  try {
    const variables = await Promise.race([prepare({ ...given, DATABASE_URL: database.url }, demo), interrupted]);
    if (dev) watchOpenApi(ending.signal);
    const { signal } = ending;
    server = await (dev ? startDevServer(variables, signal) : startServer(variables, signal, sayFault));
    if (settings.role === "jobs") greetOperator(server.address);
    else greet(variables, server.address, demo);
    await server.ended;
  } finally {
    await database.leave();
  }
}

/** Every wait in here (for a lock, a database or a build) ends when this process is asked to stop. */
async function prepare<V extends Source & { DATABASE_URL: string }>(variables: V, demo: boolean): Promise<V> {
  const direct = variables.DIRECT_DATABASE_URL ?? variables.DATABASE_URL;
  await step(
    "migrations",
    () => migrate(direct, ending.signal),
    (applied) => (applied.length ? `${applied.length} applied` : ""),
  );
  await step(
    "sandboxes",
    () => makeSandboxTemplate(direct, ending.signal),
    (made) => (made === "not allowed" ? "none: this database's role may not create databases" : made ? "ready" : ""),
  );
  refreshClient();
  if (demo)
    await withLock({ url: direct, name: "demo", signal: ending.signal }, () =>
      step(
        "demo data",
        () => seedDemo(variables, ending.signal),
        (result) => (result === "done" ? "made" : ""),
      ),
    );
  if (dev) generateOpenApi();
  return dev ? variables : { ...variables, NEXT_DIST_DIR: await buildOnce(direct, variables, sayBuild, ending.signal) };
}

/** The first signal finishes what is in progress; a second one exits at once. */
function endOrExit(): void {
  if (ending.signal.aborted && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
  if (!ending.signal.aborted) endingSince = performance.now();
  ending.abort();
}

/** Whether SIGHUP means that the terminal was closed, rather than a request to restart. */
function hasHungUp(): boolean {
  return hasTerminal && !isTerminal();
}

function isTerminal(): boolean {
  return [0, 1, 2].some((descriptor) => tty.isatty(descriptor));
}

function sayBuild(work: () => Promise<void>): Promise<void> {
  const text = "  build       there is none of these sources yet: this takes a minute or two";
  say({ message: "building, for a minute or two", text });
  return step("build", work, () => "done");
}

function sayFault(message: string, fields: Record<string, unknown>): void {
  say({ level: "error", message, text: `${message} ${JSON.stringify(fields)}`, ...fields });
}

async function requireFreePort({ settings: { host, port } }: Installation): Promise<void> {
  const free = await isPortFree(port, host).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UserError(`Nothing can listen at ${host}:${port} (${code}): look at HOST and PORT.`);
  });
  if (free) return;
  throw new UserError(
    `Port ${port} is in use: stop what listens there, or choose another: PORT=${port + 1} npm ${dev ? "run dev" : "start"}`,
  );
}

function greet(variables: Source, address: string, demo: boolean): void {
  const url = variables.NEXTAUTH_URL;
  const lines = [
    `\n  Pegboard is ready after ${elapsed().trim()}: ${url}`,
    ...(url === address.replace("127.0.0.1", "localhost") ? [] : [`  It listens at ${address}`]),
    ...(demo ? [`  Sign in as ${DEMO_HANDLE} with the password ${shownPassword(variables)}`] : []),
    `  Ctrl-C stops it${dev ? "" : `; kill -HUP ${process.pid} restarts it without failing a request`}.\n`,
  ];
  say({ message: "Pegboard is ready", text: lines.join("\n"), url, address, ...(demo && { demoLogin: DEMO_HANDLE }) });
}

/** An instance that only runs jobs has no visitors. */
function greetOperator(address: string): void {
  const text = `\n  Pegboard is ready after ${elapsed().trim()}: it runs jobs, and answers probes at ${address}\n`;
  say({ message: "Pegboard is ready", text, address, role: "jobs" });
}

/** Logs are stored and read by others, so the password itself is only shown in a terminal. */
function shownPassword({ DEMO_PASSWORD }: Source): string {
  if (process.stdout.isTTY) return String(DEMO_PASSWORD);
  return `in .data/${GENERATED_SECRETS.DEMO_PASSWORD}, or in DEMO_PASSWORD`;
}
