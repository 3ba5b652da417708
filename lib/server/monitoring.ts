import type { IncomingMessage, ServerResponse } from "node:http";
import { liveness, readiness } from "@/lib/monitoring/checks";
import { scrape } from "@/lib/monitoring/metrics";
import type { MonitoringRoute } from "@/lib/monitoring/routes";
import { statusReport } from "@/lib/monitoring/status";
import { compressResponse } from "./response-compression";

const ROUTES = new Map<string, MonitoringRoute>([
  ["/api/health/live", liveness],
  ["/api/health/ready", readiness],
  ["/api/health/status", statusReport],
  ["/api/metrics", scrape],
]);

export function isMonitoring(path: string): boolean {
  return ROUTES.has(path);
}

/** Answers a probe or a scrape, and returns true; false for other requests. */
export function answerMonitoring(
  request: IncomingMessage,
  response: ServerResponse,
  { path, search }: { path: string; search: string },
): boolean {
  const route = request.method === "GET" || request.method === "HEAD" ? ROUTES.get(path) : undefined;
  if (!route) return false;
  void route({ authorization: request.headers.authorization, search }).then(({ status, headers, body }) => {
    compressResponse(request, response, () =>
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body),
    );
  });
  return true;
}
