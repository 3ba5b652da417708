import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import {
  beginSpan,
  describeRequest,
  endSpan,
  inRequestScope,
  inSpan,
  type RequestScope,
  requestScope,
  type TraceCarrier,
  traceIdOf,
} from "@/lib/infra/log/tracing";
import type { Method } from "@/lib/http/declaration";
import type { Handler } from "@/lib/http/handlers";

export interface Exchange {
  method: string;
  status: number;
  /** For a request that is not an operation: the group of its path, and the path without the query. */
  group?: string;
  path?: string;
  /** False for probes, and for event streams, which last as long as their readers stay connected. */
  isCounted?: boolean;
  /** Probes and static files, of which a page loads a dozen: logged at level debug. */
  isMinor?: boolean;
}

/** One request, from its arrival to its record in metrics, log and trace. */
export class RequestRecording {
  private readonly scope: RequestScope;
  private readonly span: ReturnType<typeof beginSpan>;
  private readonly startedAt = performance.now();

  constructor(method: string, caller: TraceCarrier) {
    this.span = beginSpan(method, { kind: "server", parent: caller });
    this.scope = { trace_id: traceIdOf(this.span) };
  }

  get isNamed(): boolean {
    return this.scope.operation !== undefined;
  }

  run<T>(work: () => T): T {
    return inSpan(this.span, () => inRequestScope(this.scope, work));
  }

  end(exchange: Exchange): void {
    const ms = performance.now() - this.startedAt;
    const { method, status, group } = exchange;
    const operation = this.scope.operation ?? `${method} ${group}`;
    if (exchange.isCounted !== false)
      metrics.requests.observe({ operation, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    if (this.span) this.endSpan(operation, exchange);
    if (env().monitoring.accessLog) this.log(operation, ms, exchange);
  }

  private endSpan(operation: string, { method, status }: Exchange): void {
    this.span?.updateName(operation);
    const attributes = { "http.request.method": method, "http.response.status_code": status };
    endSpan(this.span, { ...attributes, "pegboard.request_id": this.scope.requestId, failed: status >= 500 });
  }

  private log(operation: string, ms: number, { group: _group, isCounted: _, isMinor, ...exchange }: Exchange): void {
    const fields = { operation, ...exchange, ms: Math.round(ms * 10) / 10, ...this.scope };
    log[isMinor ? "debug" : "info"]("request completed", fields);
  }
}

/**
 * Records a handler's requests. The one-machine server does so when their responses are sent; on other hosts this does.
 */
export function recorded({ method, path }: { method: Method; path: string }, handle: Handler): Handler {
  const named = { operation: `${method} ${path}` };
  const answer: Handler = (request, context) => {
    describeRequest(named);
    return handle(request, context);
  };
  return (request, context) => (requestScope() ? answer(request, context) : recordHere(answer, request, context));
}

async function recordHere(answer: Handler, ...asked: Parameters<Handler>): Promise<Response> {
  const [request] = asked;
  const recording = new RequestRecording(
    request.method,
    carrierOf((name) => request.headers.get(name)),
  );
  const response = await recording.run(() => answer(...asked));
  recording.end({ method: request.method, status: response.status });
  return response;
}

export function carrierOf(header: (name: string) => string | null | undefined): TraceCarrier {
  return { traceparent: header("traceparent") ?? undefined, tracestate: header("tracestate") ?? undefined };
}
