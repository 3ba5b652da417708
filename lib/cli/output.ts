import { styleText } from "node:util";
import { PegboardError } from "@/lib/openapi/client/runtime";
import { table } from "./table";

export type Format = "json" | "table";

/** Prints a command's result to stdout, for programs. */
export function print(value: unknown, format: Format): void {
  if (value === undefined) return;
  process.stdout.write(
    format === "json" ? `${JSON.stringify(value, null, 2)}\n` : table(value, process.stdout.columns),
  );
}

/** Prints one value per line, for lists and endless streams. */
export function printLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints a message for people to stderr. */
export function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

export function sayError(error: Error): void {
  say(`${emphasized("error:", "red")} ${error.message}`);
  if (!(error instanceof PegboardError)) return;
  for (const { param, message } of error.errors ?? []) if (message !== error.message) say(`  ${param}: ${message}`);
  if (error.retryAfterSeconds !== undefined) say(`Try again in ${Math.ceil(error.retryAfterSeconds)} s.`);
  if (error.requestId) say(emphasized(`${error.code}, request ${error.requestId}`, "dim"));
}

export function emphasized(words: string, style: "bold" | "dim" | "red"): string {
  return process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, words) : words;
}
