import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { oas31 } from "zod-openapi";
import {
  eventsOf,
  operationsOf,
  schemasOf,
  type DocumentedOperation,
  type Parameter,
  type Schema,
} from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

/** Writes the client as a single TypeScript file without dependencies. */
export function writeClient(document: oas31.OpenAPIObject): string {
  const baseUrl = document.servers?.[0]?.url ?? "";
  // The events are known only here.
  const runtime = readFileSync(path.join(import.meta.dirname, "runtime.ts"), "utf8").replace(
    "verifyWebhook<Event = unknown>",
    "verifyWebhook<Event = WebhookEvent>",
  );
  return (
    [
      `/**\n * ${document.info.title} ${document.info.version}: a client generated from ${baseUrl}/api/v1/openapi.json\n * Documentation: ${baseUrl}/docs/api\n */`,
      `export class Pegboard {\n  private readonly transport: Transport;\n\n  constructor(options: Options | string) {\n    this.transport = new Transport(typeof options === "string" ? { key: options } : options, "${baseUrl}");\n  }\n\n${methodsOf(operationsOf(document))}\n}`,
      ...typesOf(document),
      runtime.trim(),
    ].join("\n\n") + "\n"
  );
}

function typesOf(document: oas31.OpenAPIObject): string[] {
  const declared = Object.entries(schemasOf(document)).filter(
    ([name]) => !/(Page|^Error|^OpenApiDocument)$/.test(name),
  );
  const bodies = bodiesOf(document);
  const types = declared.map(([name, schema]) => {
    const direction = bodies.has(name) ? "sent" : "returned";
    return `${comment(schema.description)}export type ${name} = ${typescriptOf(schema, direction)};`;
  });
  const events = eventsOf(document).flatMap(({ schema }) => componentOf(schema) ?? []);
  return [
    ...types,
    `/** The body of a webhook delivery. */\nexport type WebhookEvent =\n${events.map((name) => `  | ${name}`).join("\n")};`,
  ];
}

/** The names of the schemas of request bodies. */
function bodiesOf(document: oas31.OpenAPIObject): Set<string> {
  const bodies = operationsOf(document).map(({ body }) =>
    body.kind === "json" ? componentOf(body.schema) : undefined,
  );
  return new Set(bodies.filter((name) => name !== undefined));
}

const comment = (words: string | undefined) => (words ? `/** ${words} */\n` : "");

export function transpileClient(source: string, module = ts.ModuleKind.ESNext): string {
  return ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module } }).outputText;
}

/** Writes `posts = { list: …, create: … };` for every group of operations that accept a key. */
function methodsOf(operations: readonly DocumentedOperation[]): string {
  const authenticated = operations.filter(({ scope }) => scope !== null);
  const groups = [...new Set(authenticated.map(({ id }) => groupOf(id)))];
  return groups
    .map(
      (group) =>
        `  readonly ${group} = {\n${authenticated
          .filter(({ id }) => groupOf(id) === group)
          .map(method)
          .join("\n\n")}\n  };`,
    )
    .join("\n\n");
}

const groupOf = (id: string) => id.split(".")[0] ?? id;

/** Writes one method. Its arguments: path parameters, then the body or query, then call options. */
function method(operation: DocumentedOperation): string {
  const { id, method, path, summary, scope, parameters, paginated, idempotent, body, response } = operation;
  const names = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const query = parameters.filter((parameter) => parameter.in === "query");
  const sent = sentBy(body);
  const args = [
    ...names.map((name) => `${name}: string`),
    ...sent.args,
    query.length > 0 && queryOf(query),
    "options: CallOptions = {}",
  ].filter(Boolean);
  const address = `\`${path.replace(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\``;
  const extras = [query.length > 0 && "query", ...sent.extras, method !== "GET" && !idempotent && "once: true"].filter(
    Boolean,
  );
  const [returned, call] = paginated
    ? [`Paginated<${itemOf(response.schema)}>`, `this.transport.list(${address}, query, options)`]
    : [
        `Pending<${response.schema ? typescriptOf(response.schema, "returned") : "void"}>`,
        `this.transport.send({ method: "${method}", path: ${address}, ${[...extras, "...options"].join(", ")} })`,
      ];
  return `    /** ${summary}. Requires the scope ${scope}. */\n    ${id.split(".")[1]}: (${args.join(", ")}): ${returned} =>\n      ${call},`;
}

function queryOf(query: readonly Parameter[]): string {
  const fields = query.map(
    ({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typescriptOf(schema, "sent")}`,
  );
  return `query: { ${fields.join("; ")} }${query.some(({ required }) => required) ? "" : " = {}"}`;
}

/** The arguments of a method that form its body, and the properties of the call that it passes on. */
function sentBy(body: DocumentedOperation["body"]): { args: string[]; extras: string[] } {
  if (body.kind === "json")
    return {
      args: [`body: ${typescriptOf(body.schema, "sent")}${body.required ? "" : " = {}"}`],
      extras: ["json: body"],
    };
  if (body.kind !== "form") return { args: [], extras: [] };
  const [file, ...fields] = Object.keys(body.schema.properties ?? {});
  if (fields.length === 0) return { args: [`${file}: Blob`], extras: [`form: { ${file} }`] };
  const texts = fields.map((name) => `${name}?: string`).join("; ");
  return { args: [`${file}: Blob`, `fields: { ${texts} } = {}`], extras: [`form: { ${file}, ...fields }`] };
}

const itemOf = (page: Schema | undefined) => componentOf(page ?? {})?.replace(/Page$/, "") ?? "unknown";

/** The direction of a value. A newer server may return enum values that this client does not know. */
export type Direction = "sent" | "returned";

function typescriptOf(schema: Schema, direction: Direction, depth = 0): string {
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
