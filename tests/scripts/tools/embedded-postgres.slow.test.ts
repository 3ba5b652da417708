// Slow: it starts and kills PostgreSQL servers.
import fs from "node:fs";
import path from "node:path";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { commandLine } from "@/lib/infra/process/processes";
import { databaseDirectory } from "@/scripts/tools/state-directory";

const NAME = `test-scripts-${process.pid}`;

afterAll(() => {
  const directory = databaseDirectory(NAME);
  for (const file of [directory, `${directory}.log`]) fs.rmSync(file, { recursive: true, force: true });
});

describe("the embedded database", { timeout: 120_000 }, () => {
  test("is one server for all concurrent starters, and ends with the last", async () => {
    const servers = await Promise.all(Array.from({ length: 5 }, () => startEmbeddedPostgres(NAME, { durable: false })));
    const pids = new Set(servers.map(({ directory }) => postmaster(directory)));
    expect(pids.size).toBe(1);
    const [pid = 0] = pids;
    for (const server of servers.slice(1)) await server.leave();
    expect(commandLine(pid)).toContain("postgres");
    await servers[0]?.leave();
    expect(commandLine(pid)).toBe("");
  });

  test("is taken over from a starter that was killed, at the same address", async () => {
    const starter = startInAnotherProcess();
    const { pid, url } = await starter.said;
    starter.child.kill("SIGKILL");
    await once(starter.child, "exit");
    const server = await startEmbeddedPostgres(NAME, { durable: false });
    expect(postmaster(server.directory)).toBe(pid);
    expect(await server.database("kept")).toBe(url);
    await server.leave();
  });

  test("restarts with all committed data after it was killed", async () => {
    const first = await startEmbeddedPostgres(NAME);
    const url = await first.database("kept");
    await query(url, "CREATE TABLE IF NOT EXISTS note AS SELECT 'still here' AS text");
    process.kill(postmaster(first.directory), "SIGKILL");
    await first.lost;
    const second = await startEmbeddedPostgres(NAME);
    expect(await query(await second.database("kept"), "SELECT text FROM note")).toEqual([{ text: "still here" }]);
    await second.leave();
  });

  test("is not confused by another program that has its process id now", async () => {
    const directory = databaseDirectory(NAME);
    const stale = path.join(directory, "postmaster.pid");
    fs.writeFileSync(stale, `${process.pid}\n${directory}\n0\n1\n\n127.0.0.1\n`);
    const { uid, gid } = fs.statSync(directory);
    fs.chownSync(stale, uid, gid);
    const server = await startEmbeddedPostgres(NAME, { durable: false });
    expect(postmaster(server.directory)).not.toBe(process.pid);
    await server.leave();
  });
});

function postmaster(directory: string): number {
  return Number(fs.readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n")[0]);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

function startInAnotherProcess(): { child: ChildProcess; said: Promise<{ pid: number; url: string }> } {
  const script = `
    const { startEmbeddedPostgres } = await import("./scripts/tools/embedded-postgres.ts");
    const { readPidFile } = await import("./scripts/tools/postgres/cluster.ts");
    const server = await startEmbeddedPostgres(${JSON.stringify(NAME)}, { durable: false });
    console.log(JSON.stringify({ pid: readPidFile(server.directory).pid, url: await server.database("kept") }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = once(child.stdout, "data").then(([line]) => JSON.parse(String(line)) as { pid: number; url: string });
  return { child, said };
}
