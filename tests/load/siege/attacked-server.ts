import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { VARIABLES } from "@/lib/infra/environment/variables";
import { isRunning, signalProcess } from "@/lib/infra/process/processes";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import type { Variables } from "../rehearsal";
import type { Order } from "./attacker";
import type { Experience } from "./target";

/** An IPv4 address: "localhost" may resolve to ::1, but the attackers connect from addresses of 127/8. */
export const HOST = "127.0.0.1";
/** An idle server has recovered when it responds within `ms`, so many times in a row. */
const CALM = { ms: 100, times: 5, withinMs: 15_000 };

/** The production server with its default limits. It can be restarted after a crash. */
export class AttackedServer {
  private server: TestServer | undefined;
  /** Its processes, as many as by default. One that is no longer running has crashed. */
  pids: number[] = [];

  constructor(private readonly variables: Variables) {}

  get port(): number {
    return Number(this.variables.PORT);
  }

  async start(): Promise<void> {
    this.server = await startTestServer(this.variables.DATABASE_URL, {
      ...this.variables,
      ...DEFAULT_LIMITS,
      LOG_LEVEL: "silent",
    });
    // First requests take longer.
    await this.settles();
    this.pids = [...this.server.pids(), ...this.server.pagePids()];
  }

  hasCrashed(): boolean {
    return !this.pids.every(isRunning);
  }

  async stop(): Promise<void> {
    const stopped = this.server?.stop();
    // It may be too busy to react to the signal.
    for (const pid of this.pids) signalProcess(pid, "SIGKILL");
    await stopped?.catch(() => undefined);
    this.pids = [];
  }

  /** Whether the server becomes responsive again by itself. */
  async settles(): Promise<boolean> {
    const end = performance.now() + CALM.withinMs;
    for (let calm = 0; calm < CALM.times;) {
      if (performance.now() > end || this.hasCrashed()) return false;
      const asked = performance.now();
      const answer = await fetch(`http://${HOST}:${this.port}/`, { signal: AbortSignal.timeout(CALM.withinMs) }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer().catch(() => undefined);
      calm = answer?.ok && performance.now() - asked < CALM.ms ? calm + 1 : 0;
      await sleep(50);
    }
    return true;
  }
}

const DEFAULT_LIMITS: Source = Object.fromEntries(
  Object.keys(VARIABLES.shape)
    .filter((name) => name.startsWith("RATE_LIMIT_"))
    .map((name) => [name, undefined]),
);

/** Runs an attack in its own process; calls `begun` once it is prepared and starts. */
export async function runAttacker(order: Order, begun: () => void): Promise<Experience> {
  const child = fork(path.join(import.meta.dirname, "attacker.ts"), { execArgv: ["--import", "tsx"] });
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`The attack ${order.name} ended early`)));
  failed.catch(() => undefined);
  const message = () => Promise.race([once(child, "message"), failed]);
  child.send(order);
  await message();
  begun();
  const [experience] = (await message()) as [Experience];
  child.kill("SIGKILL");
  return experience;
}
