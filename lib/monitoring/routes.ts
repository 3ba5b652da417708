import { type Handlers, handlersFor } from "@/lib/http/handlers";
import { sessionMethodNotAllowed } from "@/lib/http/response/session-error";

/** A response to a probe or a scraper, independent of the server that sends it. */
export interface MonitoringAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface MonitoringRequest {
  authorization?: string;
  /** The query, including the question mark, or empty. */
  search?: string;
}

export type MonitoringRoute = (request: MonitoringRequest) => Promise<MonitoringAnswer>;

export function answerOf(status: number, contentType: string, body: string): MonitoringAnswer {
  const headers = { "Content-Type": contentType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return { status, headers, body };
}

export function json(status: number, body: object): MonitoringAnswer {
  return answerOf(status, "application/json", `${JSON.stringify(body)}\n`);
}

const ALLOW = "GET, HEAD, OPTIONS";

/** Builds the handlers of a monitoring route for Next; lib/server answers such requests itself. */
export function serveMonitoring(route: MonitoringRoute): Handlers {
  return handlersFor({
    declared: {
      GET: async ({ headers: sent, url }) => {
        const authorization = sent.get("authorization") ?? undefined;
        const { status, headers, body } = await route({ authorization, search: new URL(url).search });
        return new Response(body, { status, headers });
      },
    },
    options: async () => new Response(null, { status: 204, headers: { Allow: ALLOW } }),
    undeclared: sessionMethodNotAllowed(ALLOW),
  });
}
