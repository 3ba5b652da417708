import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isPortFree } from "@/scripts/tools/ports";

/** The Redis or Valkey on this machine, if any. */
export const redisServer = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

/** Starts a Redis without persistence, unless the settings say otherwise. */
export async function startRedis(settings: string[] = ["--save", ""]) {
  if (!redisServer) throw new Error("There is no redis-server here");
  const port = await freePort();
  const start = async () => {
    const child = spawn(redisServer, ["--port", String(port), "--bind", "127.0.0.1", ...settings], { stdio: "ignore" });
    while (await isPortFree(port, "127.0.0.1")) {
      if (child.exitCode !== null) throw new Error(`${redisServer} ended by itself (${child.exitCode})`);
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end("SIGKILL"),
    /** Restarts it at the same address. */
    restart: async () => void (child = await start()),
    stop: () => end("SIGTERM"),
  };
}
