import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, envDetector, detectResources, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

/**
 * Starts the OpenTelemetry SDK, which reads its own variables (`OTEL_*`): collector, headers, sampler, service name.
 * While the collector is unavailable, spans wait in a bounded queue and are dropped when it is full. Returns the
 * function that flushes the queue.
 */
export function startSdk(): () => Promise<void> {
  const service = resourceFromAttributes({ "service.name": "pegboard" });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.forceFlush();
}
