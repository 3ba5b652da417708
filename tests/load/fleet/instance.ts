import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { PROJECT } from "@/lib/infra/process/project";
import { UserError } from "@/scripts/tools/terminal";
import type { Part } from "./part";

/** Including its build, on a busy machine. */
const START_TIMEOUT_MS = 900_000;
const KEPT_OUTPUT = 20_000;

/** One `npm start` of the product, with all its processes. */
export class Instance implements Part {
  readonly url: string;
  /** The end of its output. */
  output = "";
  /** How often it exited without being killed. */
  surprises = 0;
  private child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    private readonly port: number,
    private readonly variables: Source,
    /** The release that it runs. */
    private readonly project = PROJECT,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  async restart(): Promise<void> {
    const child = spawn(process.execPath, ["--import", "tsx", path.join(this.project, "scripts/start.ts")], {
      cwd: this.project,
      // npm ends it when this process ends, even when killed.
      env: { ...(this.variables as NodeJS.ProcessEnv), PORT: String(this.port), npm_lifecycle_event: "start" },
      // A separate process group, so that it can be killed as a whole.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    let isReady = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        isReady ||= String(chunk).includes("is ready");
        this.output = (this.output + String(chunk)).slice(-KEPT_OUTPUT);
      });
    child.once("exit", () => this.child === child && (this.surprises += 1));
    for (const deadline = Date.now() + START_TIMEOUT_MS; !isReady; await sleep(50))
      if (child.exitCode !== null || Date.now() > deadline)
        throw new UserError(`${this.name} does not start:\n${this.output}`);
  }

  /** The supervisor's; undefined while it is not running. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.end("SIGTERM");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child?.pid || child.exitCode !== null) return;
    const exit = once(child, "exit");
    process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
    await exit;
  }
}
