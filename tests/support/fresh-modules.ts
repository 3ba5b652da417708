import { vi } from "vitest";

// One process runs many files of the domain, so that it loads packages once. Each file begins with our modules anew,
// and without what those of the last one kept on `globalThis`.
vi.resetModules();
for (const key of Reflect.ownKeys(globalThis)) {
  const name = typeof key === "symbol" ? (Symbol.keyFor(key) ?? "") : key;
  if (name.startsWith("pegboard")) Reflect.deleteProperty(globalThis, key);
}
