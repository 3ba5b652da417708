import { pino } from "pino";
import { env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { logStream } from "./stream";
import { requestScope } from "./request-scope";
import { traceIdOf } from "./tracing";

type Fields = Record<string, unknown>;

/** Writes one line per event: time, level, message, its own fields and those of the request in progress. */
export const log = {
  debug: (message: string, fields?: Fields) => logger().debug(fields ?? {}, message),
  info: (message: string, fields?: Fields) => logger().info(fields ?? {}, message),
  warn: (message: string, fields?: Fields) => logger().warn(fields ?? {}, message),
  error: (message: string, fields?: Fields) => logger().error(fields ?? {}, message),
};

/**
 * Limits `say` to once a minute and passes the number of suppressed calls: an outage must not drown everything else.
 */
export function onceAMinute(say: (error: unknown, suppressed: number) => void): (error: unknown) => void {
  let quietUntil = 0;
  let suppressed = 0;
  return (error) => {
    if (Date.now() < quietUntil) {
      suppressed += 1;
      return;
    }
    say(error, suppressed);
    quietUntil = Date.now() + 60_000;
    suppressed = 0;
  };
}

const logger = processWide("logger", openLogger);

function openLogger(): pino.Logger {
  return pino(
    {
      level: env().logLevel,
      base: { pid: process.pid },
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: withPlainErrors },
      mixin: () => ({ requestId: requestScope()?.requestId, trace_id: traceIdOf() }),
    },
    logStream(env().monitoring.logFormat),
  );
}

const withPlainErrors = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

/** Drops an error's own properties: they may contain values of a statement or request, which must not be logged. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, code: (value as { code?: unknown }).code, stack, cause: plain(cause) };
}
