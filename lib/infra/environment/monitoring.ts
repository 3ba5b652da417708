import type { Variables } from "./variables";

/** The settings for logs and monitoring. Logs are JSON where a host stores them, and text in development. */
export function monitoring(vars: Variables) {
  const logFormat = vars.LOG_FORMAT ?? (vars.NODE_ENV === "production" ? "json" : "text");
  return {
    logFormat,
    accessLog: vars.ACCESS_LOG ?? logFormat === "json",
    healthToken: vars.HEALTH_TOKEN,
    metricsToken: vars.METRICS_TOKEN,
    /** The SDK itself reads the collector's address. */
    traces: vars.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  };
}
