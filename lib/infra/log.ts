import { env } from "./env";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type Level = Exclude<(typeof LEVELS)[number], "silent">;
type Fields = Record<string, unknown>;

/** Writes one line per event: time, level, message, then its fields as JSON. */
export const log = {
  debug: (message: string, fields?: Fields) => write("debug", message, fields),
  info: (message: string, fields?: Fields) => write("info", message, fields),
  warn: (message: string, fields?: Fields) => write("warn", message, fields),
  error: (message: string, fields?: Fields) => write("error", message, fields),
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

function write(level: Level, message: string, fields: Fields = {}): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(env().logLevel)) return;
  const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields, plain)}` : "";
  const stream = level === "error" || level === "warn" ? process.stderr : process.stdout;
  stream.write(`${new Date().toISOString()} ${level} ${message}${details}\n`);
}

/** Serializes errors, whose own fields JSON would omit. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  return {
    name: value.name,
    message: value.message,
    code: (value as { code?: unknown }).code,
    stack: value.stack,
    cause: value.cause,
  };
}
