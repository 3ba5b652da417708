import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isPortFree } from "@/scripts/tools/ports";

/** The PgBouncer on this machine, if any. */
export const pgbouncer = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

interface Options {
  poolSize?: number;
  /** Additional lines of its configuration. Otherwise it has its default settings, as most deployments do. */
  settings?: string[];
}

/** A transaction pooler in front of a database. */
export async function startPgbouncer(databaseUrl: string, { poolSize = 20, settings = [] }: Options = {}) {
  if (!pgbouncer) throw new Error("There is no pgbouncer here");
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pegboard-pgbouncer-"));
  const listen = await freePort();
  fs.writeFileSync(path.join(folder, "users.txt"), `"${username}" "${password}"\n`);
  fs.writeFileSync(
    path.join(folder, "pgbouncer.ini"),
    [
      `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listen}\nunix_socket_dir =`,
      `auth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = transaction\ndefault_pool_size = ${poolSize}`,
      ...settings,
      "",
    ].join("\n"),
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  fs.chmodSync(folder, 0o755);
  const start = async () => {
    const child = spawn(pgbouncer, [path.join(folder, "pgbouncer.ini")], { ...user, stdio: "ignore" });
    while (await isPortFree(listen, "127.0.0.1")) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended by itself (${child.exitCode})`);
      await sleep(20);
    }
    return child;
  };
  // Another program may have taken the port after it was found free.
  let child = await start().catch((error: unknown) => {
    fs.rmSync(folder, { recursive: true });
    throw error;
  });
  const kill = async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${listen}${pathname}`,
    kill,
    /** Restarts it at the same address. */
    restart: async () => void (child = await start()),
    async stop() {
      await kill();
      fs.rmSync(folder, { recursive: true });
    },
  };
}
