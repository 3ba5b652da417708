import { env } from "@/lib/infra/env";
import { log } from "@/lib/infra/log";
import { inRequestScope, type RequestScope, requestScope } from "@/lib/infra/request-scope";
import type { Handler } from "./handlers";
import type { ApiOperation, SessionOperation } from "./operation";

/** How a request was answered. */
export interface Exchange {
  method: string;
  status: number;
  ms: number;
  /** Without the query, which may hold secrets. Given where no operation says what was asked. */
  path?: string;
  /** Probes and files, of which a page asks a dozen: their lines are written at level debug. */
  isMinor?: boolean;
}

/** Records an answered request: its access line. */
export function recordRequest({ operation, ...caller }: RequestScope, exchange: Exchange): void {
  if (!env().monitoring.accessLog) return;
  const { method, status, ms, path, isMinor } = exchange;
  const fields = { method, operation, path, status, ms: Math.round(ms * 10) / 10, ...caller };
  log[isMinor ? "debug" : "info"]("request completed", fields);
}

/**
 * Names the request in progress after its operation. The one-machine server records requests when their answers are
 * sent; where another host runs the handler, it is recorded here.
 */
export function recorded({ method, path }: ApiOperation | SessionOperation, handle: Handler): Handler {
  const operation = `${method} ${path}`;
  return async (request, context) => {
    const scope = requestScope();
    if (scope) {
      scope.operation = operation;
      return handle(request, context);
    }
    const own: RequestScope = { operation };
    const startedAt = performance.now();
    const response = await inRequestScope(own, () => handle(request, context));
    recordRequest(own, { method: request.method, status: response.status, ms: performance.now() - startedAt });
    return response;
  };
}
