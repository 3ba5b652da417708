import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/env";
import { NEXT } from "@/scripts/tools/next";
import { UserError } from "@/scripts/tools/terminal";

const TIMEOUT_MS = 60_000;

/** The production server, to be killed with -9 and started again. */
export class MortalServer {
  readonly deaths: number[] = [];
  private child: ChildProcess | undefined;

  constructor(private readonly variables: Source) {}

  get url(): string {
    return `http://127.0.0.1:${this.variables.PORT}`;
  }

  async start(): Promise<void> {
    const args = [NEXT, "start", "--hostname", "127.0.0.1", "--port", this.variables.PORT ?? ""];
    this.child = spawn(process.execPath, args, {
      env: this.variables as NodeJS.ProcessEnv,
      stdio: ["ignore", "ignore", "inherit"],
    });
    for (const end = Date.now() + TIMEOUT_MS; !(await this.answers()); await sleep(20)) {
      if (Date.now() > end) throw new UserError("The server does not start.");
    }
  }

  async kill(): Promise<void> {
    if (!this.child) return;
    const exit = once(this.child, "exit");
    this.child.kill("SIGKILL");
    this.deaths.push(Date.now());
    await exit;
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.url}/api/v1/openapi.json`, { method: "HEAD" }).then(
      () => true,
      () => false,
    );
  }
}
