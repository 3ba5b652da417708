/**
 * Returns access to the one value of this name in the process, which is made when it is first needed. A variable of the
 * module would not do: Next's bundles and the server (lib/server) each have a copy of it, and hot reloads make more.
 */
export function processWide<T extends object>(name: string, make: () => T): () => T {
  const values = globalThis as typeof globalThis & Record<symbol, T | undefined>;
  const key = Symbol.for(`pegboard.${name}`);
  return () => (values[key] ??= make());
}
