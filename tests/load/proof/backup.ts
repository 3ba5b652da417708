import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createContext } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import type { Source } from "@/lib/infra/environment/env";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { dataDirectory } from "@/scripts/tools/state-directory";
import { UserError } from "@/scripts/tools/terminal";
import { table } from "../bench/table";
import { openLoadDatabase } from "../database";
import { progressLine } from "../progress";
import { MILLION } from "../scale";
import { ownVariables } from "../variables";

/** The size of each image. The sizes in the filled database are set to it. */
const IMAGE_BYTES = 2000;
const LOOK_EVERY_MS = 100;
/** The memory limit of a command, whatever it copies. */
const MAX_MEMORY_MB = 400;

/** Backs up a million posts while somebody posts, restores, checks and drills them, all in bounded memory. */
export async function prove(): Promise<void> {
  const filled = await openLoadDatabase(MILLION, progressLine());
  const server = await startEmbeddedPostgres("postgres");
  const place = path.join(dataDirectory(), `proof-backup-${process.pid}`);
  fs.mkdirSync(place);
  try {
    const source = { ...ownVariables(filled.url), STORAGE_DIR: path.join(place, "media") };
    Object.assign(process.env, source);
    await makeImages(filled.url, source.STORAGE_DIR);
    await server.temporaryDatabase(async (url) => {
      const target = { ...source, DATABASE_URL: url, STORAGE_DIR: path.join(place, "restored") };
      const directory = path.join(place, "backup");
      const posting = post();
      const runs = [await run("backup", source, directory)];
      const posts = await posting.stop();
      runs.push(await run("restore", target, directory), await run("check", target));
      runs.push(await run("drill", source, directory));
      console.log(`  ${posts} posts were made during the backup, which has ${size(directory)} MB`);
      table(
        ["", "seconds", "peak memory, MB"],
        runs.map(({ command, seconds, peakMb }) => [command, seconds.toFixed(1), String(peakMb)]),
      );
      const greedy = runs.find(({ peakMb }) => peakMb > MAX_MEMORY_MB);
      if (greedy) throw new UserError(`npm run ${greedy.command} took more than ${MAX_MEMORY_MB} MB.`);
    });
  } finally {
    await database().pool.end();
    fs.rmSync(place, { recursive: true, force: true });
    await server.leave();
    await filled.leave();
  }
}

/** The filled database has rows of images but no files. */
async function makeImages(url: string, directory: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`UPDATE "Media" SET bytes = ${IMAGE_BYTES}`);
  const { rows } = await client.query<{ key: string }>(`SELECT "storageKey" AS key FROM "Media"`);
  await client.end();
  const image = Buffer.alloc(IMAGE_BYTES, "pixels");
  for (const { key } of rows) {
    const file = path.join(directory, key);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, image);
  }
}

/** Posts as fast as one person can until stopped. */
function post(): { stop(): Promise<number> } {
  let isOver = false;
  let posts = 0;
  const posting = (async () => {
    const user = await database().prisma.user.findFirstOrThrow({ where: { handle: "user_7" } });
    for (; !isOver; posts += 1) {
      const ctx = createContext({ actor: user, channel: "session", afterCommit: () => undefined });
      await createPost(ctx, { content: `While it is backed up: ${posts}`, audience: "PUBLIC" });
    }
  })();
  return {
    async stop() {
      isOver = true;
      await posting;
      return posts;
    },
  };
}

async function run(command: "backup" | "restore" | "check" | "drill", variables: Source, ...args: string[]) {
  console.log(`  npm run ${command}`);
  const from = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...args], {
    env: variables as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [peakMb, [code]] = await Promise.all([peakMemory(child), once(child, "exit") as Promise<[number | null]>]);
  if (code !== 0) throw new UserError(`npm run ${command} ended with ${code}.`);
  return { command, seconds: (performance.now() - from) / 1000, peakMb };
}

/** The peak memory of a process, as Linux reports it; 0 elsewhere. */
async function peakMemory(child: ChildProcess): Promise<number> {
  let peakKb = 0;
  for (; child.exitCode === null && child.signalCode === null; await sleep(LOOK_EVERY_MS)) {
    const status = fs.existsSync(`/proc/${child.pid}/status`)
      ? fs.readFileSync(`/proc/${child.pid}/status`, "utf8")
      : "";
    peakKb = Math.max(peakKb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
  }
  return Math.round(peakKb / 1024);
}

function size(directory: string): string {
  const files = fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
  return (bytes / 1e6).toFixed(0);
}
