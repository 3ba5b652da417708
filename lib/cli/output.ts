import { stripVTControlCharacters, styleText } from "node:util";
import { PegboardError } from "@/lib/openapi/client/runtime";

export type Format = "json" | "table";

/**
 * Characters that a terminal acts on, or that reorder text. What others wrote must not control it, and neither must a
 * hostile site's errors.
 */
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Prints a command's result to stdout, for programs. */
export function print(value: unknown, format: Format): void {
  if (value === undefined) return;
  process.stdout.write(format === "json" ? `${json(value, 2)}\n` : table(value, process.stdout.columns));
}

/** Prints one value per line, for lists and endless streams. */
export function printLine(value: unknown): void {
  process.stdout.write(`${json(value)}\n`);
}

/** JSON itself escapes only U+0000-1F. */
function json(value: unknown, indent?: number): string {
  const escaped = (characters: string) =>
    characters.replace(/./gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return JSON.stringify(value, null, indent).replace(CONTROLS, escaped);
}

/** Prints a message for people to stderr. */
export function say(...words: (string | Emphasized)[]): void {
  process.stderr.write(`${words.map(printable).join("")}\n`);
}

export function sayError(error: Error): void {
  say(emphasized("error:", "red"), ` ${oneLine(error.message)}`);
  if (!(error instanceof PegboardError)) return;
  for (const { param, message } of error.errors ?? [])
    if (message !== error.message) say(`  ${oneLine(`${param}: ${message}`)}`);
  if (error.retryAfterSeconds !== undefined) say(`Try again in ${Math.ceil(error.retryAfterSeconds)} s.`);
  if (error.requestId) say(emphasized(oneLine(`${error.code}, request ${error.requestId}`), "dim"));
}

interface Emphasized {
  words: string;
  style: "bold" | "dim" | "red";
}

export const emphasized = (words: string, style: Emphasized["style"]): Emphasized => ({ words, style });

function printable(part: string | Emphasized): string {
  const { words, style } = typeof part === "string" ? { words: part } : part;
  const plain = stripVTControlCharacters(words).replace(CONTROLS, " ");
  return style && process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, plain) : plain;
}

const oneLine = (words: string) => stripVTControlCharacters(words).replace(CONTROLS, " ").replace(/\n+/g, " ");

type Row = Record<string, unknown>;

const MAX_CELL = 48;
const DEFAULT_WIDTH = 120;

/** Formats a resource, or a page of them, as text for a terminal, which may report a width of 0 if it is unknown. */
export function table(value: unknown, columnsOfTerminal = 0): string {
  const width = columnsOfTerminal || DEFAULT_WIDTH;
  const rows = rowsOf(value);
  if (!rows) return `${lines(value as Row)}\n`;
  if (rows.length === 0) return "Nothing here.\n";
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const cells = [heading(name), ...rows.map((row) => shortened(cellOf(row[name])))];
    const size = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(size));
  });
  const wide = Array.from({ length: rows.length + 1 }, (_, line) => columns.map((cells) => cells[line]).join("  "));
  return `${wide.map((line) => line.slice(0, width).trimEnd()).join("\n")}\n`;
}

function rowsOf(value: unknown): Row[] | undefined {
  const { data } = value as { data?: unknown };
  return Array.isArray(data) ? (data as Row[]) : undefined;
}

function lines(resource: Row): string {
  const names = Object.keys(resource);
  const size = Math.max(0, ...names.map(({ length }) => length));
  return names.map((name) => `${heading(name).padEnd(size)}  ${cellOf(resource[name])}`.trimEnd()).join("\n");
}

const heading = (name: string) => name.toUpperCase();

const shortened = (cell: string) => (cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL - 1)}…` : cell);

/** Shows a person as their handle, any other object as its fields. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellOf).join(", ");
  if (typeof value === "object") {
    if ("handle" in value) return `@${cellOf(value.handle)}`;
    return Object.entries(value)
      .map(([name, field]) => `${name} ${cellOf(field)}`)
      .join(", ");
  }
  return oneLine(String(value));
}
