import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort, isPortFree } from "@/scripts/tools/ports";
import { redisServer } from "./redis";

const MASTER = "cache";
const SENTINELS = 3;
/** How long a master may be silent before the sentinels replace it. */
const DOWN_AFTER_MS = 1000;

type Signal = "SIGKILL" | "SIGSTOP";

interface Server {
  port: number;
  process: ChildProcess;
  /** Restarts it at the same address. */
  start(): Promise<void>;
}

/**
 * Starts a Redis with a replica, and three sentinels that fail over between them. The data of both survives a restart.
 */
export async function startRedisSentinel() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pegboard-sentinel-"));
  const durable = () => ["--save", "", "--appendonly", "yes", "--dir", fs.mkdtempSync(path.join(folder, "server-"))];
  const first = await startServer(durable());
  const second = await startServer([...durable(), "--replicaof", `127.0.0.1 ${first.port}`]);
  const servers = [first, second];
  const sentinels: Server[] = [];
  for (let n = 0; n < SENTINELS; n += 1)
    sentinels.push(await startServer([sentinelFile(folder, first.port), "--sentinel"]));
  const [{ port: sentinelPort }] = sentinels as [Server];
  const masterPort = () =>
    ask(sentinelPort, async (redis) => {
      const [, port] = (await redis.call("sentinel", "get-master-addr-by-name", MASTER)) as [string, string];
      return Number(port);
    });
  const isKnown = () =>
    ask(sentinelPort, async (redis) => {
      const fields = (await redis.call("sentinel", "master", MASTER)) as string[];
      const valueOf = (name: string) => Number(fields[fields.indexOf(name) + 1]);
      return valueOf("num-slaves") === servers.length - 1 && valueOf("num-other-sentinels") === SENTINELS - 1;
    });
  const isWhole = async () => {
    const master = await masterPort();
    return (await isKnown()) && isReplicated(servers.find(({ port }) => port !== master)!.port);
  };
  while (!(await isWhole())) await sleep(50);
  /** Kills or freezes the master, whose port is returned, after its replica has received all writes. */
  const stopMaster = async (signal: Signal) => {
    const port = await masterPort();
    await ask(port, async (master) => {
      await master.set("written", signal);
      await master.wait(1, 0);
    });
    servers.find((server) => server.port === port)?.process.kill(signal);
    return port;
  };

  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${MASTER}`,
    sentinels: sentinels as [Server, ...Server[]],
    stopMaster,
    /** Stops the master, and resolves when another server is the master. */
    async replaceMaster(signal: Signal) {
      const former = await stopMaster(signal);
      while ((await masterPort()) === former) await sleep(20);
    },
    /** Restores killed or frozen servers and sentinels, and resolves when one server replicates the other. */
    async restore() {
      for (const server of [...servers, ...sentinels]) {
        if (hasEnded(server.process)) await server.start();
        else server.process.kill("SIGCONT");
      }
      while (!(await isWhole())) await sleep(50);
    },
    async stop() {
      await Promise.all([...sentinels, ...servers].map(({ process }) => end(process)));
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function startServer(settings: string[]): Promise<Server> {
  const program = redisServer;
  if (!program) throw new Error("There is no redis-server here");
  const port = await freePort();
  const start = async () => {
    const started = spawn(program, [...settings, "--port", String(port), "--bind", "127.0.0.1"], {
      stdio: "ignore",
    });
    while (await isPortFree(port, "127.0.0.1")) {
      if (started.exitCode !== null) throw new Error(`${program} ended by itself (${started.exitCode})`);
      await sleep(20);
    }
    server.process = started;
  };
  const server = { port, start } as Server;
  await start();
  return server;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(process: ChildProcess): Promise<void> {
  if (hasEnded(process)) return;
  const exit = once(process, "exit");
  process.kill("SIGKILL");
  await exit;
}

/** Creates a configuration file for one sentinel, which also writes its state into it. */
function sentinelFile(folder: string, masterPort: number): string {
  const file = path.join(fs.mkdtempSync(path.join(folder, "sentinel-")), "sentinel.conf");
  const lines = [
    `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} ${Math.ceil(SENTINELS / 2)}`,
    `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${MASTER} 5000`,
  ];
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

function isReplicated(port: number): Promise<boolean> {
  return ask(port, async (redis) => (await redis.info("replication")).includes("master_link_status:up")).catch(
    () => false,
  );
}

async function ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({
    port,
    host: "127.0.0.1",
    maxRetriesPerRequest: 0,
    retryStrategy: null,
    commandTimeout: 1000,
  });
  redis.on("error", () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}
