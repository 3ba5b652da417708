import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isPortFree } from "@/scripts/tools/ports";

/** The Redis or Valkey on this machine, if any. */
export const redisServer = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!redisServer) throw new Error("There is no redis-server here");
  const port = await freePort();
  const child = spawn(redisServer, ["--port", String(port), "--save", "", "--bind", "127.0.0.1"], { stdio: "ignore" });
  while (await isPortFree(port, "127.0.0.1")) {
    if (child.exitCode !== null) throw new Error(`${redisServer} ended by itself (${child.exitCode})`);
    await sleep(20);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}
