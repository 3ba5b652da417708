import type { Method } from "@/lib/http/declaration";
import type { Route } from "@/lib/http/handlers";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { serveInteractions } from "@/lib/api/discord/interactions";
import { oauthRoutes } from "@/lib/api/oauth/endpoints";
import { files } from "@/lib/api/session/files";
import { fileViewerOf, serveFile } from "@/lib/http/response/serve-file";
import { serve, serveUnknown } from "@/lib/http/pipeline/serve";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { SESSION } from "./session";
import { API } from "./v1";

/**
 * Returns the handlers of all API paths, for servers other than Next. Only Next serves next-auth, Inngest, the cron
 * job, and the 404 of other paths.
 */
export function apiRoutes(): Route[] {
  return [
    ...byPath(operationsIn<ApiOperation>(API)).map(([path, operations]) => ({ path, handlers: serve(...operations) })),
    { path: "/api/v1/**", handlers: serveUnknown() },
    ...byPath(operationsIn<SessionOperation>(SESSION)).map(([path, operations]) => ({
      path,
      handlers: serveSession(...operations),
    })),
    { path: "/api/avatars/{handle}", handlers: serveFile(files.avatar) },
    { path: "/api/media/{id}", handlers: serveFile(files.image, fileViewerOf) },
    ...oauthRoutes(),
    { path: "/api/discord/interactions", handlers: serveInteractions() },
  ];
}

function operationsIn<Operation>(groups: Record<string, Record<string, Operation>>): Operation[] {
  return Object.values(groups).flatMap((group) => Object.values(group));
}

/** The order in which `Allow` names the methods of a path, as route files do. */
const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function byPath<Operation extends { method: Method; path: string }>(operations: Operation[]): [string, Operation[]][] {
  const paths = new Map<string, Operation[]>();
  const inOrder = operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  for (const operation of inOrder) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return [...paths];
}
