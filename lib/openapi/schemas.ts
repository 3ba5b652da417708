import type { oas31 } from "zod-openapi";
import { operationsOf, type Schema, schemasOf } from "./operations";

export interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

const REFERENCE = "#/components/schemas/";

export function componentOf(schema: Schema): string | undefined {
  return schema.$ref?.startsWith(REFERENCE) ? schema.$ref.slice(REFERENCE.length) : undefined;
}

/**
 * Returns the names of the schemas that have a section of their own. Pages are covered by the guides, events by their
 * catalog, and a body that is only sent by its operation, which shows all its fields.
 */
export function shownSchemasOf(document: oas31.OpenAPIObject): string[] {
  const operations = operationsOf(document);
  const namesOf = (schemas: (Schema | undefined)[]) =>
    new Set(schemas.flatMap((schema) => (schema && componentOf(schema)) ?? []));
  const sent = namesOf(operations.map(({ body }) => (body.kind === "json" ? body.schema : undefined)));
  const returned = namesOf(operations.map(({ response }) => response.schema));
  return Object.keys(schemasOf(document))
    .filter((name) => !/(Page|Event)$/.test(name) && (returned.has(name) || !sent.has(name)))
    .toSorted((a, b) => a.localeCompare(b));
}

export function fieldsOf(schema: Schema, components: Record<string, Schema>): Field[] {
  const { properties = {}, required = [] } = components[componentOf(schema) ?? ""] ?? schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property as Schema,
    required: required.includes(name),
  }));
}

/** Returns the type in TypeScript notation: `string`, `Post[]`, `"PUBLIC" | "PRIVATE"`, `integer | null`. */
export function typeOf(schema: Schema): string {
  const component = componentOf(schema);
  if (component) return component;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return listOf(typeOf((schema.items ?? {}) as Schema));
  if (schema.format === "binary") return "file";
  return schema.type ?? "any";
}

const listOf = (item: string) => (item.includes(" ") ? `(${item})[]` : `${item}[]`);

/** Returns the constraints on a value beyond its type: `1-255 characters`, `at most 4`. */
export function constraintsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: defaultValue,
  format,
}: Schema): string[] {
  const constraints = [
    between(shown(minimum), shown(maximum)),
    between(minLength, maxLength, ["character", "characters"]),
    between(minItems, maxItems, ["entry", "entries"]),
    FORMATS[format ?? ""],
    defaultValue === undefined ? undefined : `default ${JSON.stringify(defaultValue)}`,
  ];
  return constraints.filter((constraint) => constraint !== undefined);
}

const FORMATS: Record<string, string> = { "date-time": "ISO 8601", date: "YYYY-MM-DD", uri: "URL", binary: "binary" };

/** Hides the largest safe integer, which the library writes if there is no bound. */
const shown = (bound: number | undefined) =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;

function between(least: number | undefined, most: number | undefined, [one, many] = ["", ""]): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const words =
    least === undefined
      ? `at most ${most}`
      : most === undefined
        ? least > 0
          ? `at least ${least}`
          : undefined
        : `${least}-${most}`;
  return words && `${words} ${(most ?? least) === 1 ? one : many}`.trim();
}
