import type { createDocument, oas31 } from "zod-openapi";
import { METHODS } from "@/lib/openapi/operations";

/** Changes a generated document where the library has no option for it. */
export function finishDocument(document: oas31.OpenAPIObject): void {
  allowMoreFieldsBesideReferences(document);
  liftParameterExamples(document);
  addExamples(document);
  removeUnusedHeaders(document);
}

/** Responses may gain fields, so their schemas must not forbid additional properties. */
export const allowMoreFields: NonNullable<Parameters<typeof createDocument>[1]>["override"] = ({ jsonSchema, io }) => {
  if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/** Removes `additionalProperties: false` beside a `$ref`, where it forbids all fields and no override is called. */
function allowMoreFieldsBesideReferences(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if ("$ref" in value && "additionalProperties" in value) delete value.additionalProperties;
  Object.values(value).forEach(allowMoreFieldsBesideReferences);
}

/** Removes headers that no operation has now, such as those of deprecated ones. */
function removeUnusedHeaders(document: oas31.OpenAPIObject): void {
  const headers = document.components?.headers ?? {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(headers)) if (!text.includes(`"#/components/headers/${name}"`)) delete headers[name];
}

function operationsOf({ paths = {}, webhooks = {} }: oas31.OpenAPIObject): oas31.OperationObject[] {
  const items = [...Object.values(paths), ...Object.values(webhooks)];
  return items.flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}

/** Moves each parameter's description and example from its schema, where the library leaves them, to the parameter. */
function liftParameterExamples(document: oas31.OpenAPIObject): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters as oas31.ParameterObject[]) {
      const { description: _description, example, ...schema } = parameter.schema as oas31.SchemaObject;
      parameter.schema = schema;
      if (example !== undefined) parameter.example = example;
    }
  }
}

function addExamples(document: oas31.OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const holder of [
      requestBody as oas31.RequestBodyObject | undefined,
      ...Object.values<oas31.ResponseObject>(responses ?? {}),
    ]) {
      const json = holder?.content?.["application/json"];
      if (json?.schema && json.example === undefined && !json.examples) json.example = exampleOf(json.schema, schemas);
    }
  }
}

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Components = NonNullable<oas31.ComponentsObject["schemas"]>;

function exampleOf(schema: Schema, components: Components): unknown {
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
