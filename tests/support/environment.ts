import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { VARIABLES } from "@/lib/infra/environment/variables";
import { endWithParent } from "@/scripts/tools/end-with-parent";

const shared = globalThis as typeof globalThis & { testStorage?: string };

if (!shared.testStorage) {
  endWithParent();
  shared.testStorage = path.join(os.tmpdir(), `pegboard-media-${randomUUID()}`);

  // Jobs in child processes have the tests' own priority: what else the machine does would keep them from starting.
  os.setPriority = () => undefined;

  // Tests know no environment but their own: not the developer's Redis, nor anybody's bucket.
  for (const name of Object.keys(VARIABLES.shape)) if (name !== "NODE_ENV") delete process.env[name];

  Object.assign(process.env, {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    NEXTAUTH_SECRET: "for the tests of this project alone",
    // Enough to be in each other's way. A connection takes longer to open than most tests take.
    DATABASE_POOL_MAX: "10",
    // On a machine that is busy with other tests as well, much takes longer than a request may.
    DATABASE_STATEMENT_TIMEOUT: "60",
    LOG_LEVEL: "error",
    STORAGE_DIR: shared.testStorage,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
  });
}

// The folder is made by whoever stores something.
const { testStorage } = shared;
afterAll(() => fs.rmSync(testStorage, { recursive: true, force: true }));
