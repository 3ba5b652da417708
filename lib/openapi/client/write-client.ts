import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { oas31 } from "zod-openapi";
import { eventsOf, operationsOf, schemasOf, type Parameter, type Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";
import { type ClientMethod, type Direction, isOpen, type MethodGroup, methodGroupsOf } from "./methods";

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
      `export class Pegboard {\n  private readonly transport: Transport;\n\n  constructor(options: Options | string) {\n    this.transport = new Transport(typeof options === "string" ? { key: options } : options, "${baseUrl}");\n  }\n\n${methodsOf(methodGroupsOf(document))}\n}`,
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

/** Writes `posts = { list: …, create: … };` for every group. */
function methodsOf(groups: readonly MethodGroup[]): string {
  return groups
    .map(({ name, methods }) => `  readonly ${name} = {\n${methods.map(methodText).join("\n\n")}\n  };`)
    .join("\n\n");
}

/** Writes one method. Its arguments: path parameters, then the body or query, then call options. */
function methodText(method: ClientMethod): string {
  const { operation, name, summary, pathParameters, query, item, once } = method;
  const sent = sentBy(method);
  const args = [
    ...pathParameters.map((parameter) => `${parameter}: string`),
    ...sent.args,
    query.length > 0 && queryOf(query),
    "options: CallOptions = {}",
  ].filter(Boolean);
  const address = `\`${operation.path.replace(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\``;
  const extras = [query.length > 0 && "query", ...sent.extras, once && "once: true"].filter(Boolean);
  const { schema } = operation.response;
  const [returned, call] = item
    ? [`Paginated<${item}>`, `this.transport.list(${address}, query, options)`]
    : [
        `Pending<${schema ? typescriptOf(schema, "returned") : "void"}>`,
        `this.transport.send({ method: "${operation.method}", path: ${address}, ${[...extras, "...options"].join(", ")} })`,
      ];
  return `    /** ${summary} */\n    ${name}: (${args.join(", ")}): ${returned} =>\n      ${call},`;
}

function queryOf(query: readonly Parameter[]): string {
  const fields = query.map(
    ({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typescriptOf(schema, "sent")}`,
  );
  return `query: { ${fields.join("; ")} }${query.some(({ required }) => required) ? "" : " = {}"}`;
}

/** The arguments of a method that form its body, and the properties of the call that it passes on. */
function sentBy({ json, form }: ClientMethod): { args: string[]; extras: string[] } {
  if (json)
    return {
      args: [`body: ${typescriptOf(json.schema, "sent")}${json.required ? "" : " = {}"}`],
      extras: ["json: body"],
    };
  if (!form) return { args: [], extras: [] };
  const { file, texts } = form;
  if (texts.length === 0) return { args: [`${file}: Blob`], extras: [`form: { ${file} }`] };
  const fields = texts.map((name) => `${name}?: string`).join("; ");
  return { args: [`${file}: Blob`, `fields: { ${fields} } = {}`], extras: [`form: { ${file}, ...fields }`] };
}

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
function enumOf(schema: Schema, direction: Direction): string {
  const known = (schema.enum ?? []).map((value) => JSON.stringify(value));
  return [...known, ...(isOpen(schema, direction) ? ["(string & {})"] : [])].join(" | ");
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
