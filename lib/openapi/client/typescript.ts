import type { Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

/** The TypeScript type that a schema describes. */
export function typescriptOf(schema: Schema, depth = 0): string {
  const component = componentOf(schema);
  if (component) return component;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map((choice) => typescriptOf(choice, depth)))].join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typescriptOf({ ...schema, type }, depth)).join(" | ");
  if (schema.type === "array") return listOf(typescriptOf((schema.items ?? {}) as Schema, depth));
  if (schema.properties) return fieldsOf(schema, depth);
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

const listOf = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);

function fieldsOf({ properties = {}, required = [] }: Schema, depth: number): string {
  const pad = "  ".repeat(depth + 1);
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => {
    const comment = field.description ? `${pad}/** ${field.description.replaceAll("*/", "*\\/")} */\n` : "";
    return `${comment}${pad}${name}${required.includes(name) ? "" : "?"}: ${typescriptOf(field, depth + 1)};`;
  });
  return `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}
