import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { freePort } from "@/scripts/tools/ports";
import { PROJECT } from "@/lib/infra/process/project";
import { UserError } from "@/scripts/tools/terminal";
import { ownEnvironment, testBuild } from "@/tests/support/test-server";
import { pgbouncer, startPgbouncer } from "@/tests/support/pgbouncer";

const START_MS = 120_000;
const STOP_MS = 15_000;
/** A user who owns nothing in the project's folder, if this process may choose its user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Two instances start concurrently through a transaction pooler, as a user without write access to files, and stop on
 * SIGTERM. So does an instance that waits for the other's migrations.
 */
export async function proveStarts(databaseUrl: string): Promise<void> {
  const store = await startStore();
  const pooler = pgbouncer ? await startPgbouncer(databaseUrl) : undefined;
  const variables = {
    ...ownEnvironment(),
    ...testBuild(),
    DATABASE_URL: pooler?.url ?? databaseUrl,
    PREPARED_STATEMENTS: pooler ? "0" : "1",
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    S3_ENDPOINT: store.url,
    S3_BUCKET: "boards",
    S3_ACCESS_KEY_ID: "us",
    S3_SECRET_ACCESS_KEY: "secret",
    LOG_LEVEL: "warn",
  };
  try {
    const before = await filesWritten();
    const instances = await Promise.all([start(variables), start(variables)]);
    for (const { address } of instances) {
      const { status } = await fetch(address);
      if (status !== 200) throw new UserError(`${address} answers ${status} through the pooler.`);
    }
    const strangers = await start({ ...variables, NEXTAUTH_SECRET: randomBytes(32).toString("hex") }).catch(String);
    if (!String(strangers).includes("does not match the one this database was encrypted with"))
      throw new UserError(`An instance with another secret is not rejected by name: ${String(strangers)}`);
    await Promise.all(instances.map(stop));
    const written = [...(await filesWritten())]
      .filter(([file, time]) => before.get(file) !== time)
      .map(([file]) => file);
    if (written.length > 0) throw new UserError(`Files were written unnecessarily: ${written.join(", ")}`);
    console.log(
      `  two instances started ${pooler ? "through PgBouncer" : "(no PgBouncer here)"} where nothing can be written, refused a third with another secret, and stopped`,
    );
    await proveInterruptible(variables, databaseUrl);
  } finally {
    await pooler?.stop();
    store.stop();
  }
}

/** Simulates another process that holds the lock of the migrations. */
async function proveInterruptible(variables: Source, databaseUrl: string): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(72707369)");
  try {
    const instance = launch(variables, String(await freePort()));
    const deadline = Date.now() + START_MS;
    while (!instance.said().includes("another start that migrates this database")) {
      if (Date.now() > deadline) throw new UserError(`A start that waits does not say for what:\n${instance.said()}`);
      await sleep(50);
    }
    await stop(instance);
    console.log("  a start that waits says for what, and ends when it is asked to");
  } finally {
    await holder.end();
  }
}

interface Instance {
  child: ChildProcess;
  address: string;
  said(): string;
}

function launch(variables: Source, port: string): Instance {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(PROJECT, "scripts/start.ts")], {
    ...NOBODY,
    cwd: PROJECT,
    env: { ...(variables as NodeJS.ProcessEnv), PORT: port, NEXTAUTH_URL: `http://localhost:${port}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += String(chunk)));
  return { child, address: `http://127.0.0.1:${port}`, said: () => said };
}

async function start(variables: Source): Promise<Instance> {
  const instance = launch(variables, String(await freePort()));
  for (const deadline = Date.now() + START_MS; !instance.said().includes("is ready"); await sleep(50)) {
    if (instance.child.exitCode !== null || Date.now() > deadline)
      throw new UserError(`The start failed:\n${instance.said()}`);
  }
  return instance;
}

async function stop({ child, said }: Instance): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const late = sleep(STOP_MS, "late", { ref: false });
  if ((await Promise.race([exit, late])) === "late") {
    child.kill("SIGKILL");
    throw new UserError(`SIGTERM does not end it:\n${said()}`);
  }
}

/** The modification time of each of the project's files, without packages, tests and version control. */
async function filesWritten(): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const name of await fs.promises.readdir(PROJECT, { recursive: true })) {
    if (/^(node_modules|\.git|\.data\/test-)/.test(name)) continue;
    const found = await fs.promises.stat(path.join(PROJECT, name)).catch(() => undefined);
    if (found?.isFile()) times.set(name, found.mtimeMs);
  }
  return times;
}

/** Implements only the part of S3 that the startup check uses. */
async function startStore(): Promise<{ url: string; stop(): void }> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = request.url ?? "";
      if (request.method === "PUT") objects.set(key, Buffer.concat(chunks));
      if (request.method === "DELETE") objects.delete(key);
      response.end(request.method === "GET" ? objects.get(key) : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
