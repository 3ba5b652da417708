import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "@/lib/infra/database/open";
import type { DatabaseUse } from "./database-use";
import { processWide } from "@/lib/infra/process/process-wide";

/** What a sandbox provides in place of the live database, the machine's clock and its randomness. */
export interface SandboxScope {
  id: string;
  /** The live account whose sandbox it is. */
  ownerId: string;
  /** Its randomness and keys are derived from this. */
  secret: string;
  seed: string;
  /** Changes with each reset. */
  databaseName: string;
  database: Database;
  use: DatabaseUse;
  /** The time of the sandbox's own clock. */
  now: Date;
  /** Returns bytes that are derived from the sandbox's seed and the number of the act. */
  random: (bytes: number) => Uint8Array;
}

const scopes = processWide("sandbox", () => new AsyncLocalStorage<SandboxScope>())();

/** Runs `work`, and everything it starts, in a sandbox: it reads and writes only the sandbox's data. */
export function inSandbox<T>(scope: SandboxScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs `work` on the live database, wherever it is called. */
export function outsideSandbox<T>(work: () => T): T {
  return scopes.exit(work);
}

/** Returns the sandbox in which the caller runs; undefined for everything live. */
export function currentSandbox(): SandboxScope | undefined {
  return scopes.getStore();
}

/**
 * Runs `waiting`, which does not use the database of the caller's sandbox except by opening it anew, without keeping
 * other sandboxes from opening theirs.
 */
export function withoutUse<T>(waiting: () => Promise<T>): Promise<T> {
  const sandbox = currentSandbox();
  return sandbox ? sandbox.use.pause(waiting) : waiting();
}

/** Returns the time, by the clock of the sandbox in which the caller runs, or else by the machine's. */
export function currentTime(): Date {
  return new Date(currentSandbox()?.now ?? Date.now());
}
