import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { ParseArgsConfig } from "node:util";
import type { Call } from "@/lib/openapi/client/runtime";
import type { Command, Flag } from "@/lib/openapi/commands";
import { CommandError, EXIT } from "./exit-codes";

export type FlagOptions = NonNullable<ParseArgsConfig["options"]>;
type FlagValue = string | boolean | (string | boolean)[] | undefined;
export type FlagValues = Record<string, FlagValue>;

/** Returns the flags of a command: its own, and those common to its kind. */
export function optionsOf({ flags, body, idempotent, paginated }: Command): FlagOptions {
  const own = flags.map(({ name, kind }) => [
    name,
    { type: kind === "boolean" ? ("boolean" as const) : ("string" as const), multiple: kind === "strings" },
  ]);
  return {
    ...(Object.fromEntries(own) as FlagOptions),
    ...(body === "json" ? { json: { type: "string" } } : {}),
    ...(idempotent ? { "idempotency-key": { type: "string" } } : {}),
    ...(paginated ? { "all-pages": { type: "boolean" } } : {}),
  };
}

/**
 * Builds the request of a command from its arguments and flags.
 * @throws CommandError if an argument or a required flag is missing, or a flag does not accept its value
 */
export async function callOf(command: Command, words: readonly string[], values: FlagValues): Promise<Call> {
  if (words.length !== command.arguments.length) throw usage(command, argumentsNeeded(command));
  const noId = words.find((word) => /^\.{0,2}$/.test(word));
  if (noId !== undefined) throw usage(command, `"${noId}" is no id.`);
  const given = await bodyGiven(values.json);
  const missing = command.flags.filter(
    ({ name, in: place, required }) => required && values[name] === undefined && (place === "query" || !given),
  );
  if (missing.length > 0) throw usage(command, `Missing: ${missing.map(({ name }) => `--${name}`).join(", ")}.`);
  const fieldsIn = (place: Flag["in"]) =>
    Object.fromEntries(
      command.flags
        .filter(({ name, in: where }) => where === place && values[name] !== undefined)
        .map((flag) => [flag.field, valueOf(flag, values[flag.name])]),
    );
  return {
    method: command.method,
    path: pathOf(command, words),
    query: fieldsIn("query"),
    ...(command.body === "json" ? { json: { ...given, ...fieldsIn("body") } } : {}),
    ...(command.body === "form" ? { form: fieldsIn("body") as Call["form"] } : {}),
    once: command.method !== "GET" && !command.idempotent,
    idempotencyKey: values["idempotency-key"] as string | undefined,
  };
}

/** Returns the usage line of a command: `pegboard posts get ID`. */
export function usageOf(command: Command): string {
  const needed = command.flags
    .filter(({ required }) => required)
    .map(({ name, kind }) => `--${name} ${placeholderOf(kind)}`.trim());
  return [
    "pegboard",
    command.group,
    command.name,
    ...command.arguments.map(({ name }) => name.toUpperCase()),
    ...needed,
  ].join(" ");
}

export function placeholderOf(kind: Flag["kind"]): string {
  return { string: "TEXT", number: "NUMBER", boolean: "", strings: "TEXT", file: "FILE", json: "JSON" }[kind];
}

function argumentsNeeded({ arguments: expected }: Command): string {
  const names = expected.map(({ name }) => name.toUpperCase()).join(" and ");
  return expected.length === 0 ? "It takes no arguments." : `It takes ${names}, and the rest as flags.`;
}

function usage(command: Command, problem: string): CommandError {
  return new CommandError(`${problem}\nUsage: ${usageOf(command)}`, EXIT.usage);
}

function pathOf(command: Command, words: readonly string[]): string {
  const values = new Map(command.arguments.map(({ name }, index) => [name, words[index] ?? ""]));
  return command.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values.get(name) ?? ""));
}

/** The complete body given by `--json`; `-` reads it from stdin. */
async function bodyGiven(given: FlagValue): Promise<object | undefined> {
  if (typeof given !== "string") return undefined;
  const body = parseJson(given === "-" ? await text(process.stdin) : given, "--json");
  if (body === null || typeof body !== "object") throw new CommandError("--json takes an object.", EXIT.usage);
  return body;
}

function valueOf({ name, kind, nullable }: Flag, given: FlagValue): unknown {
  if (nullable && given === "null") return null;
  switch (kind) {
    case "number":
      return numberOf(String(given), name);
    case "json":
      return parseJson(String(given), `--${name}`);
    case "file":
      return fileOf(String(given));
    case "string":
    case "strings":
    case "boolean":
      return given;
  }
}

function numberOf(given: string, name: string): number {
  const number = Number(given);
  if (given.trim() === "" || Number.isNaN(number)) throw new CommandError(`--${name} takes a number.`, EXIT.usage);
  return number;
}

function parseJson(given: string, flag: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new CommandError(`${flag} takes JSON.`, EXIT.usage);
  }
}

function fileOf(name: string): File {
  try {
    return new File([readFileSync(name)], path.basename(name));
  } catch {
    throw new CommandError(`${name} cannot be read.`, EXIT.usage);
  }
}
