import type { Route } from "./handlers";

/** On `globalThis`, because Next's bundle, which has the routes, and the server each have a copy of this module. */
const KEY = Symbol.for("pegboard.direct-mount");
const shared = globalThis as typeof globalThis & { [KEY]?: (routes: Promise<readonly Route[]>) => void };

/** Asks Next's bundle for the routes, before Next starts. Resolves once this process is ready to serve. */
export function requestRoutes(): Promise<readonly Route[]> {
  return new Promise((resolve) => (shared[KEY] = resolve));
}

/** Provides the routes to the server of this process, if it asked for them: other servers leave them to Next. */
export async function provideRoutes(load: () => Promise<readonly Route[]>): Promise<void> {
  if (!shared[KEY]) return;
  const routes = load();
  shared[KEY](routes);
  await routes;
}
