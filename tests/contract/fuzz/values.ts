import fc from "fast-check";
import type { Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

type Schemas = Record<string, Schema>;

/** Text of every kind that people and programs send. */
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom(
    "",
    " ",
    "<script>alert(1)</script>",
    '\'; DROP TABLE "Post"; --',
    "@ada hello",
    "null",
    "\u202e",
    "😀".repeat(280),
    "x".repeat(281),
    "a\u0000b",
    "\ud800",
  ),
);

/** Nothing listens at the permitted ones, and none needs a DNS lookup. */
const ADDRESSES = [
  "https://127.0.0.1:65535/a",
  "https://127.0.0.1:65535/b?c=d",
  "https://user:pw@127.0.0.1:65535/",
  "ftp://127.0.0.1:65535/",
  "https://",
  "//127.0.0.1",
  "https://127.0.0.1:22/",
];

/** A value that is valid by its schema; rules outside the schema may be violated. */
export function valueOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const component = componentOf(schema);
  if (component) return valueOf(schemas[component] ?? {}, schemas);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, schemas)));
  if (schema.properties) return objectOf(schema, schemas);
  if (schema.type === "array") {
    return fc.array(valueOf((schema.items ?? {}) as Schema, schemas), {
      minLength: schema.minItems,
      maxLength: Math.min(schema.maxItems ?? 6, 6),
    });
  }
  if (schema.type === "integer" || schema.type === "number")
    return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e6), max: Math.min(schema.maximum ?? 1e6, 1e6) });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.format === "uri") return fc.constantFrom(...ADDRESSES);
  return text;
}

function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties as Schemas).map(([name, field]) => [name, valueOf(field, schemas)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** A body that violates this schema, whatever its other fields. */
export function brokenBodyOf(schema: Schema, schemas: Schemas): fc.Arbitrary<string> {
  const whole = schemas[componentOf(schema) ?? ""] ?? schema;
  const names = Object.keys(whole.properties ?? {});
  const good = valueOf(whole, schemas).map((value) => (value ?? {}) as Record<string, unknown>);
  const unknownField = fc
    .tuple(
      good,
      fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !names.includes(name) && name !== "__proto__"),
    )
    .map(([body, name]) => JSON.stringify({ ...body, [name]: 1 }));
  const wrongType = fc
    .tuple(
      good,
      fc.constantFrom(...(names.length > 0 ? names : ["nothing"])),
      fc.constantFrom(12.5, { deep: { deeper: [] } }, [[[]]], -1e308),
    )
    .map(([body, name, value]) => JSON.stringify({ ...body, [name]: value }));
  const noObject = fc.constantFrom("[]", "null", "12", '"text"', "{", '{"a":', "not json", "[".repeat(5000));
  return fc.oneof(unknownField, wrongType, noObject);
}

/** A value for a query parameter, valid or not. */
export function parameterOf(schema: Schema): fc.Arbitrary<string> {
  const fit = valueOf(schema, {}).map(String);
  return fc.oneof(
    { arbitrary: fit, weight: 3 },
    { arbitrary: text, weight: 1 },
    { arbitrary: fc.constantFrom("0", "-1", "999999999999", "1e9", "NaN"), weight: 1 },
  );
}
