import path from "node:path";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import webPush from "web-push";
import { VARIABLES } from "@/lib/infra/environment/variables";
import type { Source } from "@/lib/infra/environment/env";
import { freePort } from "@/scripts/tools/ports";
import { buildDirectory } from "@/scripts/tools/production-build";
import { type Server, startServer } from "@/lib/server/server";
import { dataDirectory } from "@/scripts/tools/state-directory";

/** Selects the build of the current sources, which `currentBuild` makes. */
export const testBuild = (): Source => ({ NEXT_DIST_DIR: buildDirectory(ownEnvironment()) });

export interface TestServer extends Pick<Server, "pids" | "pagePids" | "restart"> {
  url: string;
  /** The environment of the server. A process with the same environment shares its database and secrets. */
  variables: Source;
  stop(): Promise<void>;
}

/** Starts the production server on a database, with rate limits too high for tests to reach by accident. */
export async function startTestServer(databaseUrl: string, changes: Source = {}): Promise<TestServer> {
  const variables = await serverVariables(databaseUrl, changes);
  const stopping = new AbortController();
  const { ended, pids, pagePids, restart } = await startServer(variables, stopping.signal);
  return {
    url: variables.NEXTAUTH_URL,
    pids,
    pagePids,
    restart,
    variables: { ...variables, BASE_URL: variables.NEXTAUTH_URL },
    async stop() {
      stopping.abort();
      await ended;
      fs.rmSync(variables.STORAGE_DIR, { recursive: true, force: true });
    },
  };
}

export async function serverVariables(databaseUrl: string, changes: Source = {}) {
  const port = String(await freePort());
  const media = fs.mkdtempSync(path.join(dataDirectory(), "test-media-"));
  return {
    ...ownEnvironment(),
    ...testBuild(),
    ...raisedLimits(),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: port,
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    NEXTAUTH_URL: `http://localhost:${port}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
    DEMO_PASSWORD: "read-by-the-tests",
    STORAGE_DIR: media,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
    WEBHOOK_BACKOFF_SECONDS: "0,1,1,2,2,3",
    MAX_SANDBOXES: "10000",
    LOG_LEVEL: "error",
    ...changes,
  } satisfies Source;
}

/** This process's environment without the product's variables: tests must not use the developer's Redis or bucket. */
export function ownEnvironment(): Source {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in VARIABLES.shape)));
}

function raisedLimits(): Source {
  const names = Object.keys(VARIABLES.shape).filter((name) => name.startsWith("RATE_LIMIT_"));
  return Object.fromEntries(names.map((name) => [name, "1000000/60"]));
}
