import type { Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

/** The direction of a value. A newer server may return enum values that this client does not know. */
export type Direction = "sent" | "returned";

/** The TypeScript type that a schema describes. */
export function typescriptOf(schema: Schema, direction: Direction, depth = 0): string {
  const typeOf = (part: Schema) => typescriptOf(part, direction, depth);
  const component = componentOf(schema);
  if (component) return component;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumOf(schema, direction);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return listOf(typeOf((schema.items ?? {}) as Schema));
  if (schema.properties) return fieldsOf(schema, direction, depth);
  if (schema.format === "binary") return "Blob";
  return PRIMITIVES[schema.type ?? ""] ?? "unknown";
}

const PRIMITIVES: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
  object: "Record<string, unknown>",
};

/** `string & {}` admits any string, while editors still suggest the known values. */
function enumOf({ enum: values = [] }: Schema, direction: Direction): string {
  const isOpen = direction === "returned" && values.some((value) => typeof value === "string");
  return [...values.map((value) => JSON.stringify(value)), ...(isOpen ? ["(string & {})"] : [])].join(" | ");
}

const listOf = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);

function fieldsOf({ properties = {}, required = [] }: Schema, direction: Direction, depth: number): string {
  const pad = "  ".repeat(depth + 1);
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => {
    const comment = field.description ? `${pad}/** ${field.description.replaceAll("*/", "*\\/")} */\n` : "";
    const mark = required.includes(name) ? "" : "?";
    return `${comment}${pad}${name}${mark}: ${typescriptOf(field, direction, depth + 1)};`;
  });
  return `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}
