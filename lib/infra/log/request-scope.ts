import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/infra/process/process-wide";
import { outsideSpans } from "./tracing";

/** What is known about the request in progress. All its log lines, the access line included, carry these fields. */
export interface RequestScope {
  requestId?: string;
  /** Named as OpenTelemetry names it in logs. */
  trace_id?: string;
  /** Method and path template: "GET /api/v1/posts/{id}". */
  operation?: string;
  account?: string;
  /** The sandbox in which it runs, if any. */
  sandbox?: string;
  /** The end of the caller's API key, as its owner sees it in the settings. */
  key?: string;
}

const scopes = processWide("request-scope", () => new AsyncLocalStorage<RequestScope>())();

/** Runs `work`, and everything it starts, in the scope of a request. */
export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs `work` outside any request's scope, for shared work that a request happens to start, such as a loop. */
export function outsideRequest<T>(work: () => T): T {
  return scopes.exit(() => outsideSpans(work));
}

/** Returns the scope of the request in progress; undefined for background work. */
export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Adds fields to the scope of the request in progress, if there is one. */
export function describeRequest(known: RequestScope): void {
  Object.assign(scopes.getStore() ?? {}, known);
}
