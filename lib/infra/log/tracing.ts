import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { onShutdownEnd } from "@/lib/infra/process/shutdown";
import { withTimeout } from "@/lib/infra/timeout";

/** W3C Trace Context: the headers, or the stored value, with which a trace continues elsewhere. */
export interface TraceCarrier {
  traceparent?: string;
  tracestate?: string;
}

/** Bounds the flush, because an unavailable collector must not delay the end of the process. */
const FLUSH_TIMEOUT_MS = 2000;

interface SpanOptions {
  kind: "server" | "client";
  attributes?: Attributes;
  /** The parent of the span; by default the span in progress. */
  parent?: TraceCarrier;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

const tracing = processWide("tracing", () => ({ isOn: false }));

/** Starts sending spans if the deployment names a collector; otherwise, the SDK is not even loaded. */
export async function startTracing(): Promise<void> {
  if (!env().monitoring.traces || tracing().isOn) return;
  const { startSdk } = await import("./tracing-sdk");
  const flush = startSdk();
  tracing().isOn = true;
  onShutdownEnd(() => withTimeout(flush(), FLUSH_TIMEOUT_MS).catch(() => undefined));
}

/** Begins a span; undefined where tracing is off. */
export function beginSpan(name: string, { kind, attributes, parent }: SpanOptions): Span | undefined {
  if (!tracing().isOn) return undefined;
  const from = parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
  return trace.getTracer("pegboard").startSpan(name, { kind: KINDS[kind], attributes }, from);
}

export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work();
}

function outsideSpans<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}

export function endSpan(
  span: Span | undefined,
  { failed, ...attributes }: Attributes & { failed?: boolean } = {},
): void {
  span?.setAttributes(attributes);
  if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

/** Returns the carrier that continues a span elsewhere; by default the span in progress. Empty where tracing is off. */
export function traceCarrier(span = trace.getActiveSpan()): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (tracing().isOn && span) propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier;
}

export function traceIdOf(span = trace.getActiveSpan()): string | undefined {
  return span?.spanContext().traceId;
}

export function isTraced(): boolean {
  return tracing().isOn && trace.getActiveSpan() !== undefined;
}

/** What is known about the request in progress. All its log lines, the access line included, carry these fields. */
export interface RequestScope {
  requestId?: string;
  /** Named as OpenTelemetry names it in logs. */
  trace_id?: string;
  /** Method and path template: "GET /api/v1/posts/{id}". */
  operation?: string;
  account?: string;
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
