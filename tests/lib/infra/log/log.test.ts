import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** The log module as a bundle, which each process loads in a fraction of the time that compiling it would take. */
const LOG = path.join(temporaryFolder(afterAll), "log.cjs");
beforeAll(() =>
  build({
    stdin: {
      contents: `export { log } from "./lib/infra/log/log"; export { inRequestScope } from "./lib/infra/log/tracing";`,
      resolveDir: ".",
    },
    outfile: LOG,
    bundle: true,
    platform: "node",
    logLevel: "error",
  }),
);

/** Starts a program that logs. */
function start(program: string, format: "json" | "text") {
  const script = `const { log, inRequestScope } = require(${JSON.stringify(LOG)}); ${program}`;
  return spawn(process.execPath, ["-e", script], {
    env: { ...process.env, LOG_LEVEL: "info", LOG_FORMAT: format },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(program: string, format: "json" | "text") {
  const child = start(program, format);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
}

const PROGRAM = `
  log.debug("not asked for");
  inRequestScope({ requestId: "req_1" }, () => log.info("first", { big: 1n, status: 200 }));
  log.error("failed", { error: Object.assign(new Error("broken", { cause: new Error("deep") }), { code: "E1", password: "hunter2" }) });
  log.info("last");
  process.exit(0);`;

/** On a machine that runs other tests as well, starting a process takes long. */
const SLOW_START = { timeout: 120_000 };

describe("the log", SLOW_START, () => {
  test("writes one JSON object per line, complete at a sudden exit, with warnings and errors on stderr", async () => {
    const { out, err } = await run(PROGRAM, "json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      {
        level: "info",
        time: expect.any(String),
        pid: expect.any(Number),
        requestId: "req_1",
        message: "first",
        big: 1,
        status: 200,
      },
      { level: "info", time: expect.any(String), pid: expect.any(Number), message: "last" },
    ]);
    const failed = JSON.parse(err) as { error: object };
    expect(failed).toMatchObject({
      level: "error",
      message: "failed",
      error: { message: "broken", code: "E1", cause: { message: "deep" } },
    });
    expect(err).not.toContain("hunter2");
  });

  test("writes time, level, message and fields as text for people", async () => {
    const { out } = await run(PROGRAM, "text");
    // When exiting, a process may write buffered lines before lines in flight.
    const lines = out.trimEnd().split("\n").toSorted();
    expect(lines).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z info first {"requestId":"req_1","big":1,"status":200}$/),
      expect.stringMatching(/Z info last$/),
    ]);
  });

  test("drops lines rather than block its process if they are not read", async () => {
    const child = start(
      `for (let n = 0; n < 4000; n += 1) log.info("x".repeat(1000));
       process.stderr.write("done");
       process.kill(process.pid, "SIGKILL");`,
      "json",
    );
    expect(await text(child.stderr)).toBe("done");
  });
});
