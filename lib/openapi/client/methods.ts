import type { DocumentedOperation, Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";
import { typescriptOf } from "./typescript";

/** Writes `posts = { list: …, create: … };` for every group of operations that take a key. */
export function methodsOf(operations: readonly DocumentedOperation[]): string {
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
  const form = body.kind === "form" ? Object.keys(body.schema.properties ?? {}) : [];
  const [file, ...fields] = form;
  const args = [
    ...names.map((name) => `${name}: string`),
    body.kind === "json" && `body: ${typescriptOf(body.schema)}${body.required ? "" : " = {}"}`,
    file && `${file}: Blob`,
    fields.length > 0 && `fields: { ${fields.map((name) => `${name}?: string`).join("; ")} } = {}`,
    query.length > 0 &&
      `query: { ${query.map(({ name, schema }) => `${name}?: ${typescriptOf(schema)}`).join("; ")} } = {}`,
    "options: CallOptions = {}",
  ].filter(Boolean);
  const address = `\`${path.replace(/\{(\w+)\}/g, "${encodeURIComponent($1)}")}\``;
  const extras = [
    query.length > 0 && "query",
    body.kind === "json" && "json: body",
    file && `form: { ${file}${fields.length > 0 ? ", ...fields" : ""} }`,
    method !== "GET" && !idempotent && "once: true",
  ].filter(Boolean);
  const call = paginated
    ? `this.transport.list<${itemOf(response.schema)}>(${address}, query, options)`
    : `this.transport.send<${response.schema ? typescriptOf(response.schema) : "void"}>({ method: "${method}", path: ${address}, ${[...extras, "...options"].join(", ")} })`;
  return `    /** ${summary}. Requires the scope ${scope}. */\n    ${id.split(".")[1]}: (${args.join(", ")}) =>\n      ${call},`;
}

const itemOf = (page: Schema | undefined) => componentOf(page ?? {})?.replace(/Page$/, "") ?? "unknown";
