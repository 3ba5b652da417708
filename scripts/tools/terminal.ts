const started = performance.now();
let isJson = false;

/** Prints one JSON object per line from now on, like the server with LOG_FORMAT=json. */
export function printJson(): void {
  isJson = true;
}

interface Line {
  level?: "info" | "error";
  /** Constant, so that it can be searched for. */
  message: string;
  /** The text for people, instead of the message. */
  text?: string;
  [field: string]: unknown;
}

/** Prints a line about an event, for a person or for a log. */
export function say({ level = "info", message, text = message, ...fields }: Line): void {
  const print = level === "error" ? console.error : console.log;
  print(
    isJson ? JSON.stringify({ level, time: new Date().toISOString(), pid: process.pid, ...fields, message }) : text,
  );
}

/** Runs a step, and prints its outcome and how long it took. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  outcome: (result: T) => string = () => "",
): Promise<T> {
  const from = performance.now();
  const result = await work();
  const note = outcome(result);
  const ms = performance.now() - from;
  const text = `  ${name.padEnd(12)}${note.padEnd(60)}${seconds(ms)}`;
  if (note) say({ message: "step done", text, step: name, outcome: note, ms: Math.round(ms) });
  return result;
}

export function elapsed(): string {
  return seconds(performance.now() - started);
}

/** A failure that the user can fix, explained in a line or two. */
export class UserError extends Error {
  override name = "UserError";
}

/** The only argument of the command; ends with its usage if there is none, or more. */
export function onlyArgument(usage: string, given = process.argv.slice(2)): string {
  const [argument] = given;
  return argument && given.length === 1 ? argument : failWith(new UserError(usage));
}

export function failWith(error: unknown): never {
  const message = messageOf(error);
  say({ level: "error", message, text: `\n${message}` });
  process.exit(1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  const file = (error as NodeJS.ErrnoException).path;
  if (file && (code === "EACCES" || code === "EPERM" || code === "EROFS")) {
    return `Cannot write ${file} (${code}): start Pegboard as the user who owns this folder, or give the folder to this one.`;
  }
  if (file && code === "ENOSPC") return `The disk is full: ${file} could not be written.`;
  return error.message;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
}

/** Reports the progress of long work; `done` ends its line. */
export type Progress = (what: string, status: string, state?: "done") => void;

const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 10_000;

/** Prints progress: an updated line on a terminal, a line every ten seconds in a log. */
export function printProgress(): Progress {
  const { isTTY } = process.stdout;
  const [clear, open, everyMs] = isTTY ? ["\r\x1b[K", "", TERMINAL_EVERY_MS] : ["", "\n", LOG_EVERY_MS];
  let shownAt = Date.now();
  return (what, status, state) => {
    if (!state && Date.now() - shownAt < everyMs) return;
    shownAt = Date.now();
    process.stdout.write(`${clear}  ${what.padEnd(22)}${status}${state ? "\n" : open}`);
  };
}

export const figure = (count: number): string => count.toLocaleString("en-US");

export function size(bytes: number): string {
  return bytes < 1e6 ? `${figure(Math.ceil(bytes / 1e3))} kB` : `${figure(Math.round(bytes / 1e5) / 10)} MB`;
}
