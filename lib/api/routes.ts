import type { Route } from "@/lib/http/handlers";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { readerOf } from "@/lib/http/reader";
import { serve, serveUnknown } from "@/lib/http/serve";
import { serveFile } from "@/lib/http/serve-file";
import { serveSession } from "@/lib/http/serve-session";
import { serveInteractions } from "./discord/interactions";
import { SESSION } from "./session";
import { files } from "./session/files";
import { API } from "./v1";

/**
 * Every path that operations and files answer, for a mount that is not Next's. What is missing here is Next's own:
 * next-auth, Inngest, the cron job, and the 404 of all other paths under /api.
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
    { path: "/api/media/{id}", handlers: serveFile(files.image, readerOf) },
    { path: "/api/discord/interactions", handlers: serveInteractions() },
  ];
}

function operationsIn<Operation>(groups: Record<string, Record<string, Operation>>): Operation[] {
  return Object.values(groups).flatMap((group) => Object.values(group));
}

function byPath<Operation extends { path: string }>(operations: Operation[]): [string, Operation[]][] {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return [...paths];
}
