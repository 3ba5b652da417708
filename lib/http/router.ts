import { addRoute, createRouter, findRoute } from "rou3";
import type { Method } from "./declaration";
import type { Handlers, Route } from "./handlers";

/** The handlers of a path, and its decoded parameters. */
export interface Found {
  handlers: Handlers;
  params: Record<string, string>;
}

/** Finds the handlers of a path: the one matching of paths, for every mount. */
export class Router {
  private readonly table = createRouter<Handlers>();

  constructor(routes: readonly Route[]) {
    for (const { path, handlers } of routes) addRoute(this.table, "", path.replace(/\{(\w+)\}/g, ":$1"), handlers);
  }

  /**
   * Returns undefined for a path that is answered elsewhere.
   * @param path escaped as in a URL, and readable: each mount rejects broken escapes before
   */
  find(path: string): Found | undefined {
    const found = findRoute(this.table, "", path);
    return found && { handlers: found.data, params: decoded(found.params) };
  }
}

function decoded(params: Record<string, string> = {}): Record<string, string> {
  for (const [name, value] of Object.entries(params)) params[name] = decodeURIComponent(value);
  return params;
}

/** The order in which `Allow` names the methods of a path. */
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Returns a route for each path of these groups of operations. */
export function routesOf<Operation extends { method: Method; path: string }>(
  groups: Record<string, Record<string, Operation>>,
  serve: (...operations: Operation[]) => Handlers,
): Route[] {
  const operations = Object.values(groups).flatMap((group) => Object.values(group));
  const paths = new Map<string, Operation[]>();
  for (const operation of operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method)))
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return Array.from(paths, ([path, here]) => ({ path, handlers: serve(...here) }));
}
