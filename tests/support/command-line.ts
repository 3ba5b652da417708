import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { writePackage } from "@/scripts/tools/npm-package";

/** The command line of the npm package, built for a site, with a home folder of its own. */
export interface CommandLine {
  /** The folder of the package. */
  folder: string;
  env: Record<string, string>;
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Starts `pegboard listen`, which ends only when it is killed. */
  listen(forward: string, words?: readonly string[]): Listener;
}

interface RunOptions {
  input?: string;
  env?: Record<string, string>;
}

interface Ended {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

export async function buildCommandLine(root: string, site: string, key?: string): Promise<CommandLine> {
  const folder = path.join(root, "pegboard");
  await writePackage(folder, site);
  const env = { PATH: process.env.PATH ?? "", HOME: root, ...(key === undefined ? {} : { PEGBOARD_KEY: key }) };
  const program = path.join(folder, "pegboard.js");
  return {
    folder,
    env,
    async run(words, { input = "", env: more = {} } = {}) {
      const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...words], {
        input,
        env: { ...env, ...more },
        extendEnv: false,
        reject: false,
      });
      return { exitCode, stdout, stderr };
    },
    listen(forward, words = []) {
      const command = [program, "listen", "--forward", forward, ...words];
      return new Listener(spawn(process.execPath, command, { env: env as never, stdio: ["ignore", "pipe", "ignore"] }));
    },
  };
}

/** How long a listener may print nothing new. */
const TIMEOUT_MS = 100_000;

interface Step {
  type: "ready" | "attempt" | "lost" | "back" | "interrupted";
  secret?: string;
}

export class Listener {
  readonly steps: Step[] = [];
  private readonly news = new EventEmitter();
  private readonly exit: Promise<unknown>;

  constructor(private readonly child: ChildProcess) {
    this.exit = once(child, "exit");
    createInterface({ input: child.stdout! }).on("line", (line) => {
      this.steps.push(JSON.parse(line) as Step);
      this.news.emit("step");
    });
  }

  /** Waits until it has printed this type of line the given number of times. */
  async said(type: Step["type"], times = 1): Promise<Step> {
    for (;;) {
      const step = this.steps.filter((one) => one.type === type)[times - 1];
      if (step) return step;
      await once(this.news, "step", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    }
  }

  /** SIGSTOP and SIGCONT suspend and resume it, like the lid of a laptop. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.exit;
  }
}
