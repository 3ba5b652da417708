import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import type { Source } from "@/lib/infra/environment/env";
import { freePort, isPortFree } from "@/scripts/tools/ports";
import { dataDirectory } from "@/scripts/tools/state-directory";

const VERSION = "3.7.1";
const BUCKET = "boards";

/**
 * An S3 server from npm that stores objects in a folder and verifies signatures. It is old and has many dependencies,
 * so it is not a dependency of ours: npm downloads it on first use.
 */
export async function startS3rver(folder: string) {
  const program = await install();
  const port = await freePort();
  const start = async () => {
    const child = spawn(
      process.execPath,
      [program, "-d", folder, "-a", "127.0.0.1", "-p", String(port), "--configure-bucket", BUCKET, "--silent"],
      { stdio: "ignore" },
    );
    while (await isPortFree(port, "127.0.0.1")) {
      if (child.exitCode !== null) throw new Error(`s3rver ended by itself (${child.exitCode})`);
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const kill = async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return {
    /** The variables of a server that stores its files there. */
    variables: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    } satisfies Source,
    kill,
    /** Restarts it at the same address. */
    restart: async () => void (child = await start()),
  };
}

async function install(): Promise<string> {
  const prefix = path.join(dataDirectory(), `s3rver-${VERSION}`);
  const program = path.join(prefix, "node_modules/s3rver/bin/s3rver.js");
  if (!fs.existsSync(program)) {
    fs.mkdirSync(prefix, { recursive: true });
    await execa("npm", ["install", "--prefix", prefix, "--no-audit", "--no-fund", `s3rver@${VERSION}`]);
  }
  return program;
}
