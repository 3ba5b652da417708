import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Source } from "@/lib/infra/environment/env";
import { UserError } from "@/scripts/tools/terminal";

const PROGRAM = path.resolve("tests/support/server-program.ts");

/** The production server, which a test kills with SIGKILL and restarts. */
export class KillableServer {
  /** The times at which it was killed. */
  readonly killedAt: number[] = [];
  private child: ChildProcess | undefined;

  constructor(private readonly variables: Source) {}

  get url(): string {
    return `http://127.0.0.1:${this.variables.PORT}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ["--import", "tsx", PROGRAM], {
      env: { ...(this.variables as NodeJS.ProcessEnv), WEB_CONCURRENCY: "1", SHUTDOWN_GRACE_SECONDS: "8" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.child = child;
    const listening = await Promise.race([
      once(child, "message").then(() => true),
      once(child, "exit").then(() => false),
    ]);
    if (!listening) throw new UserError("The server does not start.");
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    this.killedAt.push(Date.now());
    await exit;
  }
}
