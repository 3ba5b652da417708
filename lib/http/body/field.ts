import type { z } from "zod";

/** Formats a field's path: `media_ids[2]`, `quests.daily`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    "",
  );
}

/** Returns what is wrong with a field and how to fix it, unless its schema has a message of its own. */
export function fieldProblem(issue: z.core.$ZodRawIssue): string | undefined {
  const field = fieldPath(issue.path ?? []);
  if (issue.input === undefined && issue.code !== "unrecognized_keys" && issue.code !== "custom")
    return `${field} is required`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${KINDS[isWhole(issue) ? "int" : issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${field} must be ${String(issue.values[0])}`
        : `${field} must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return `${field} must ${amount(issue.origin, lower(issue), issue.minimum)}`;
    case "too_big":
      return `${field} must ${amount(issue.origin, upper(issue), issue.maximum)}`;
    default:
      return undefined;
  }
}

const lower = ({ inclusive }: { inclusive?: boolean }) => (inclusive === false ? "more than" : "at least");
const upper = ({ inclusive }: { inclusive?: boolean }) => (inclusive === false ? "less than" : "at most");

const KINDS: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** Integer schemas report text as "not a number" first; the message should ask for a whole number. */
const isWhole = ({ inst }: z.core.$ZodRawIssue) =>
  inst !== undefined && "format" in inst._zod.def && inst._zod.def.format === "safeint";

/** Formats a bound: `be at least 1`, `have at most 4 entries`. */
function amount(origin: string, bound: string, limit: number | bigint): string {
  const figure = `${bound} ${limit.toLocaleString("en")}`;
  if (origin === "string") return `have ${figure} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have ${figure} ${limit === 1 ? "entry" : "entries"}`;
  return `be ${figure}`;
}
