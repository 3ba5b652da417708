import { serveInteractions } from "@/lib/api/discord/interactions";
import { oauthRoutes } from "@/lib/api/oauth/endpoints";
import { serveUnsubscribing } from "@/lib/api/digest/unsubscribe";
import { files } from "@/lib/api/session/files";
import type { Route } from "@/lib/http/handlers";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { fileViewerOf, serveFile } from "@/lib/http/pipeline/serve-file";
import { routesOf } from "@/lib/http/router";
import { SESSION } from "./session";

/** Returns the handlers of all operations below `/api` but those of the public API: the browser's, files, protocols. */
export const unversionedRoutes = (): Route[] => [
  ...routesOf(SESSION, serveSession),
  { path: "/api/avatars/{handle}", handlers: serveFile(files.avatar) },
  { path: "/api/previews/{id}", handlers: serveFile(files.preview) },
  { path: "/api/media/{id}", handlers: serveFile(files.image, fileViewerOf) },
  { path: "/api/digest/unsubscribe", handlers: serveUnsubscribing() },
  ...oauthRoutes(),
  { path: "/api/discord/interactions", handlers: serveInteractions() },
];
