import { beforeAll, vi } from "vitest";
import { env } from "@/lib/infra/env";

/** Connections and child processes, which the next file may use as well. */
const KEPT = ["pegboardDatabase", "pegboardPools"];

const shared = globalThis as typeof globalThis & { testSettings?: ReturnType<typeof env> };

// One process runs many files of tests. Each begins without what the product kept on `globalThis` for the last one,
// with real timers, and with the settings as they were: tests change them where they are.
vi.useRealTimers();
for (const key of Reflect.ownKeys(globalThis)) {
  const name = typeof key === "symbol" ? (Symbol.keyFor(key) ?? "") : key;
  if (name.startsWith("pegboard") && !KEPT.includes(name)) Reflect.deleteProperty(globalThis, key);
}

beforeAll(() => {
  shared.testSettings ??= structuredClone(env());
  Object.assign(env(), structuredClone(shared.testSettings));
});
