import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { embeddedBinaries } from "@/scripts/postgres/binaries";
import {
  clusterExists,
  clusterPassword,
  createCluster,
  disownPidFile,
  readPidFile,
  ROLE,
} from "@/scripts/postgres/cluster";
import { launcher } from "@/scripts/postgres/launcher";
import { serverUser } from "@/scripts/postgres/server-user";
import { commandLine, isRunning } from "./processes";
import { databaseDirectory } from "./state-directory";

export interface EmbeddedPostgres {
  directory: string;
  /** The address of one of its databases, which is created where it is missing. */
  database(name: string): Promise<string>;
  /** A database of its own, empty, for as long as the work takes. */
  temporaryDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
  /** Resolves when the server goes away without having been asked to. */
  lost: Promise<void>;
  /** Ends the server, unless another process uses it. */
  leave(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const FAILED_LAUNCHES = 20;
/** So long a number that is no server of ours may be one that has ended and is still listed. After that it is a stranger's. */
const REAPING_MS = 2000;
/**
 * Text is compared byte by byte, and yet its letters are those of every script: PostgreSQL knows small from capital ones
 * itself, and its index by letters in threes asks the system which characters are letters.
 */
const LETTERS = `ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE '${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}'`;
/** Every process that uses the server shares this advisory lock: who can take it alone is the last. */
const USERS_LOCK = 7_350_142;

/**
 * A real PostgreSQL from npm on a folder of the project. Where one runs there already (another starter's, or one whose
 * starter was killed), that one is used. Without `durable` a commit need not survive a power cut: for tests.
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
  throw new Error(`PostgreSQL did not start in ${directory}. Its last words:\n${launch.lastWords()}`);
}

/** A connection kept for as long as this process uses the server; none while that is still starting, or is another's. */
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
        if (error.code !== "42P04" && error.code !== "23505") throw error; // it exists, or is being made by another
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
      process.kill(pid, "SIGINT");
      while (isRunning(pid) && commandLine(pid)) await sleep(20);
    },
  };
}
