import type { DescribedOperation, Schema } from "@/lib/description/operations";
import { componentOf } from "@/lib/description/schemas";
import { typescriptOf } from "./typescript";

/** `posts = { list: …, create: … };` for every group of operations with a key. */
export function methodsOf(operations: readonly DescribedOperation[]): string {
  const keyed = operations.filter(({ scope }) => scope !== null);
  const groups = [...new Set(keyed.map(({ id }) => groupOf(id)))];
  return groups
    .map(
      (group) =>
        `  readonly ${group} = {\n${keyed
          .filter(({ id }) => groupOf(id) === group)
          .map(method)
          .join("\n\n")}\n  };`,
    )
    .join("\n\n");
}

const groupOf = (id: string) => id.split(".")[0] ?? id;

/** The names in the path come first, then the body or the query, then how to call. */
function method(operation: DescribedOperation): string {
  const { id, method, path, summary, scope, parameters, paginated, idempotent, body, answer } = operation;
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
    ? `this.transport.list<${itemOf(answer.schema)}>(${address}, query, options)`
    : `this.transport.send<${answer.schema ? typescriptOf(answer.schema) : "void"}>({ method: "${method}", path: ${address}, ${[...extras, "...options"].join(", ")} })`;
  return `    /** ${summary}. Needs the scope ${scope}. */\n    ${id.split(".")[1]}: (${args.join(", ")}) =>\n      ${call},`;
}

const itemOf = (page: Schema | undefined) => componentOf(page ?? {})?.replace(/Page$/, "") ?? "unknown";
