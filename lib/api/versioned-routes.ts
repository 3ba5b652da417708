import type { Route } from "@/lib/http/handlers";
import { serve, serveUnknown } from "@/lib/http/pipeline/serve";
import { routesOf } from "@/lib/http/router";
import { API } from "./v1";

/** Returns the handlers of the public API: of every path below `/api/v1`. */
export const versionedRoutes = (): Route[] => [
  ...routesOf(API, serve),
  { path: "/api/v1/**", handlers: serveUnknown() },
];
