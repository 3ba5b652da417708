import type { z } from "zod";

/** `media_ids[2]`, `quests.daily`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    "",
  );
}

/** What is wrong with a field and how to mend it, wherever its schema has no words of its own for that. */
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
      return `${field} must ${amount(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `${field} must ${amount(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    default:
      return undefined;
  }
}

const KINDS: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** A schema of whole numbers calls text "not a number" first; whoever mends it wants to know the whole. */
const isWhole = ({ inst }: z.core.$ZodRawIssue) =>
  inst !== undefined && "format" in inst._zod.def && inst._zod.def.format === "safeint";

/** `be at least 1`, `have at most 4 entries`. */
function amount(origin: string, bound: string, limit: number | bigint): string {
  const figure = `${bound} ${limit.toLocaleString("en")}`;
  if (origin === "string") return `have ${figure} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have ${figure} ${limit === 1 ? "entry" : "entries"}`;
  return `be ${figure}`;
}
