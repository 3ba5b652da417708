import { randomBytes } from "node:crypto";
import type { Source } from "@/lib/infra/environment/env";
import { ownEnvironment } from "@/tests/support/test-server";

/** The environment that the domain reads, for measurements without a server. */
export function ownVariables(databaseUrl: string): Source {
  return { ...ownEnvironment(), DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: randomBytes(32).toString("hex") };
}
