import { destination, multistream, type MultiStreamRes } from "pino";

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
