import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, test } from "vitest";

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

function start(): ChildProcess {
  child = fork(path.resolve("tests/lib/infra/process/started-logger.ts"), [], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  return child;
}

test("a process ends with its starter, even if it logs and nobody reads its log any more", async () => {
  const started = start();
  await once(started, "message");
  started.stdout?.destroy();
  started.disconnect();
  await once(started, "exit");
});

test("a process ends if its starter was gone before it began", async () => {
  const started = start();
  started.disconnect();
  await once(started, "exit");
});
