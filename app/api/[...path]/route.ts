import { unversionedRoutes } from "@/lib/api/unversioned-routes";
import { tableOnNext } from "@/lib/http/next";
import { serveUnknownSession } from "@/lib/http/pipeline/serve-session";

/** Seconds, for hosts that end requests: the lifetime of an event stream. */
export const maxDuration = 300;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = tableOnNext("/api", [
  ...unversionedRoutes(),
  { path: "/api/**", handlers: serveUnknownSession() },
]);
