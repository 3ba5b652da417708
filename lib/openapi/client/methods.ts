import type { DocumentedOperation, Parameter, Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";
import { typescriptOf } from "./typescript";

/** Writes `posts = { list: …, create: … };` for every group of operations that accept a key. */
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
        `Promise<${response.schema ? typescriptOf(response.schema, "returned") : "void"}>`,
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
