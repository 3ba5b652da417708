import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { VARIABLES } from "@/lib/infra/environment/variables";
import { endWithParent } from "@/lib/infra/process/processes";

const shared = globalThis as typeof globalThis & { testStorage?: string };

if (!shared.testStorage) {
  endWithParent();
  shared.testStorage = path.join(os.tmpdir(), `pegboard-media-${randomUUID()}`);

  // Child processes keep the tests' own priority; with a lower one, other work on the machine could starve them.
  os.setPriority = () => undefined;

  // Tests have only their own environment, without the developer's Redis or bucket.
  for (const name of Object.keys(VARIABLES.shape)) if (name !== "NODE_ENV") delete process.env[name];

  Object.assign(process.env, {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    NEXTAUTH_SECRET: "for the tests of this project alone",
    // Enough for contention. Opening a connection takes longer than most tests.
    DATABASE_POOL_MAX: "10",
    // On a machine that runs other tests as well, statements take longer than a request would allow.
    DATABASE_STATEMENT_TIMEOUT: "60",
    LOG_LEVEL: "error",
    STORAGE_DIR: shared.testStorage,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
  });
}

// The folder is created when something is stored.
const { testStorage } = shared;
afterAll(() => fs.rmSync(testStorage, { recursive: true, force: true }));
