import type { oas31 } from "zod-openapi";

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Components = NonNullable<oas31.ComponentsObject["schemas"]>;

/** Builds an example of a schema from the examples of its parts. */
export function exampleOf(schema: Schema, components: Components): unknown {
  if (isReference(schema))
    return exampleOf(components[schema.$ref.replace("#/components/schemas/", "")] ?? {}, components);
  const given = givenIn(schema);
  if (given !== undefined) return given;
  const [choice] = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((schemas = []) => schemas);
  if (choice) return exampleOf(choice, components);
  return OF_TYPE[typeOf(schema)]?.(schema, components) ?? null;
}

function givenIn({ example, examples = [], const: only, default: initial, enum: values = [] }: oas31.SchemaObject) {
  if (example !== undefined) return example as unknown;
  return (examples[0] ?? only ?? initial ?? values[0]) as unknown;
}

function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return schema.$ref !== undefined;
}

function typeOf({ type }: oas31.SchemaObject): string {
  return (Array.isArray(type) ? type.find((name) => name !== "null") : type) ?? "null";
}

const OF_TYPE: Record<string, (schema: oas31.SchemaObject, components: Components) => unknown> = {
  object: ({ properties = {} }, components) =>
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property, components)])),
  array: ({ items }, components) => (items ? [exampleOf(items, components)] : []),
  string: ({ format }) => FORMATS[format ?? ""] ?? MISSING_EXAMPLE,
  integer: ({ minimum }) => (minimum === undefined || Math.abs(minimum) > 1e9 ? 1 : minimum),
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
};

const FORMATS: Record<string, string> = {
  "date-time": "2026-11-21T09:45:50.000Z",
  date: "2026-11-21",
  uri: "https://pegboard.example/",
};

/** Marks a string whose schema has no example. A test checks that no reader ever sees it. */
export const MISSING_EXAMPLE = "string";
