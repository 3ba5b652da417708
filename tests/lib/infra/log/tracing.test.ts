import { afterAll, expect, test, vi } from "vitest";
import { posts } from "@/lib/api/v1/posts";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { serve } from "@/lib/http/pipeline/serve";
import { log } from "@/lib/infra/log/log";
import { runLastShutdownHooks } from "@/lib/infra/process/shutdown";
import { beginSpan, startTracing, traceCarrier } from "@/lib/infra/log/tracing";
import { setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import { asOfNow, deliveriesOf, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { callHandler, newCaller } from "@/tests/lib/http/pipeline/caller";
import { startTraceCollector } from "@/tests/support/trace-collector";

const collector = await startTraceCollector();
afterAll(collector.stop);
Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ACCESS_LOG: "1" });

const webhooks = setUpWebhooks();

/** On a machine that runs other tests as well, the SDK takes long to load. */
const SLOW_START = { timeout: 120_000 };
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";

test("nothing is traced before tracing has started", () => {
  expect(beginSpan("any", { kind: "client" })).toBeUndefined();
  expect(traceCarrier()).toEqual({});
});

test("a request, its statements, its log lines and its webhook delivery share one trace", SLOW_START, async () => {
  await startTracing();
  const said = vi.spyOn(log, "info").mockReturnValue();
  const receiver = await webhooks.receiver();
  const { ctx, key } = await newCaller();
  const endpoint = await register(ctx, receiver.url);
  const answer = await callHandler(serve(posts.create), "POST", {
    key,
    path: "/api/v1/posts",
    json: { content: "Traced" },
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  expect(answer.status).toBe(201);
  const [delivery] = await deliveriesOf(endpoint.id);
  await deliver(asOfNow(ctx), delivery!.id);
  await runLastShutdownHooks();

  const trace = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const request = trace.find(({ name }) => name === "POST /api/v1/posts")!;
  const sent = trace.find(({ name }) => name === "webhook delivery")!;
  expect(request.parentSpanId).toBe(CALLER);
  expect(sent.parentSpanId).toBe(request.spanId);
  const statements = trace.filter(({ parentSpanId }) => parentSpanId === request.spanId).map(({ name }) => name);
  expect(statements).toEqual(expect.arrayContaining(["keys.byHash", "BEGIN", "COMMIT"]));
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${TRACE}-${sent.spanId}-01`);
  expect(said).toHaveBeenCalledWith(
    "request completed",
    expect.objectContaining({ trace_id: TRACE, requestId: answer.headers.get("x-request-id") }),
  );
});
