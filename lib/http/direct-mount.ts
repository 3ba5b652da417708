import type { Route } from "./handlers";

/** On `globalThis`, because Next's bundle, which has the routes, and the server each have a copy of this module. */
const KEY = Symbol.for("pegboard.direct-mount");
const shared = globalThis as typeof globalThis & { [KEY]?: { routes: readonly Route[] } };

/**
 * Asks Next's bundle for the routes, before Next starts. Returns those that it provided, which are none until Next has
 * started.
 */
export function requestRoutes(): () => readonly Route[] {
  const requested = (shared[KEY] = { routes: [] });
  return () => requested.routes;
}

/** Provides the routes to the server of this process, if it asked for them: other servers leave them to Next. */
export async function provideRoutes(load: () => Promise<readonly Route[]>): Promise<void> {
  if (shared[KEY]) shared[KEY].routes = await load();
}
