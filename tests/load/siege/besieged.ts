import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/env";
import { VARIABLES } from "@/lib/infra/env-variables";
import { isRunning } from "@/scripts/tools/processes";
import { startTestServer, type TestServer } from "@/scripts/tools/test-server";
import type { Variables } from "../rehearsal";
import type { Order } from "./assailant";
import type { Experience } from "./target";

/** Loopback itself: the names of it may lead to ::1, from where no client of 127/8 comes. */
export const HOST = "127.0.0.1";
/** A server that was not asked anything is as good as new when it answers this fast, so many times in a row. */
const CALM = { ms: 100, times: 5, withinMs: 15_000 };

/** The production server with the limits that it has by default, and a new one after one that fell. */
export class Besieged {
  private server: TestServer | undefined;
  /** Of its workers, one a core as by default: another process in the place of one means that it fell. */
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
    // What it does for the first time takes longer.
    await this.calmsDown();
    this.pids = this.server.pids();
  }

  hasFallen(): boolean {
    return !this.pids.every(isRunning);
  }

  async stop(): Promise<void> {
    const stopped = this.server?.stop();
    // It may be too busy to hear that it should.
    for (const pid of this.pids.filter(isRunning)) process.kill(pid, "SIGKILL");
    await stopped?.catch(() => undefined);
    this.pids = [];
  }

  /** Whether it comes to rest by itself. */
  async calmsDown(): Promise<boolean> {
    const end = performance.now() + CALM.withinMs;
    for (let calm = 0; calm < CALM.times;) {
      if (performance.now() > end || this.hasFallen()) return false;
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

/** An attack in a process of its own, prepared and waiting for nothing but `begun`. */
export async function sendAssailant(order: Order, begun: () => void): Promise<Experience> {
  const child = fork(path.join(import.meta.dirname, "assailant.ts"), { execArgv: ["--import", "tsx"] });
  const failed = once(child, "exit").then(() =>
    Promise.reject(new Error(`The attack ${order.name} broke off by itself`)),
  );
  failed.catch(() => undefined);
  const message = () => Promise.race([once(child, "message"), failed]);
  child.send(order);
  await message();
  begun();
  const [experience] = (await message()) as [Experience];
  child.kill("SIGKILL");
  return experience;
}
