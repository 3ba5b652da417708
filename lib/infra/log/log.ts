import { destination, multistream, type MultiStreamRes, pino } from "pino";
import { env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";
import { requestScope, traceIdOf } from "./tracing";

type Fields = Record<string, unknown>;

/** Writes one line per event: time, level, message, its own fields and those of the request in progress. */
export const log = {
  debug: (message: string, fields?: Fields) => logger().debug(fields ?? {}, message),
  info: (message: string, fields?: Fields) => logger().info(fields ?? {}, message),
  warn: (message: string, fields?: Fields) => logger().warn(fields ?? {}, message),
  error: (message: string, fields?: Fields) => logger().error(fields ?? {}, message),
};

/** Limits `say` to once a minute and passes the number of suppressed calls: an outage must not drown all else. */
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

/** Buffer for a reader that does not keep up. Beyond it, lines are dropped so that requests are not delayed. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** The largest write that is atomic on a pipe, so that lines of several processes do not interleave. */
const MAX_WRITE_BYTES = 4096;
/** Lines are buffered until they reach this size. */
const MIN_WRITE_BYTES = 2048;
const FLUSH_INTERVAL_MS = 1000;

/**
 * Opens the log's output: warnings and errors go to stderr at once, all other lines to stdout, without waiting for the
 * reader. JSON lines are written in batches, so a killed process (kill -9) loses those of its last second.
 */
export function logStream(format: "json" | "text"): MultiStreamRes {
  const stdout = destination({
    fd: process.stdout.fd,
    sync: false,
    minLength: format === "json" ? MIN_WRITE_BYTES : 0,
    maxLength: MAX_BUFFERED_BYTES,
    maxWrite: MAX_WRITE_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  // A full disk or a closed pipe ends the log, not the server.
  stdout.on("error", () => undefined);
  const written = (line: string) => (format === "json" ? line : asText(line));
  return multistream(
    [
      { level: "debug", stream: { write: (line: string) => void stdout.write(written(line)) } },
      { level: "warn", stream: { write: (line: string) => void process.stderr.write(written(line)) } },
    ],
    { dedupe: true },
  );
}

/** Formats a line for people: the time, the level and the message, then the fields. */
function asText(line: string): string {
  const { time, level, message, pid: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : "";
  return `${String(time)} ${String(level)} ${String(message)}${details}\n`;
}

/** Logs the outage of a dependency, once a minute while it lasts, and its recovery. */
export class OutageLog {
  private since: number | undefined;
  private readonly report;

  constructor(
    private readonly dependency: "rate limiter store" | "file store" | "broadcast" | `database replica ${string}`,
  ) {
    this.report = onceAMinute((error, suppressed) =>
      log.error("dependency unavailable", { dependency, error, suppressed }),
    );
  }

  failed(error: unknown): void {
    this.since ??= performance.now();
    this.report(error);
  }

  succeeded(): void {
    if (this.since === undefined) return;
    log.warn("dependency recovered", {
      dependency: this.dependency,
      downMs: Math.round(performance.now() - this.since),
    });
    this.since = undefined;
  }
}
