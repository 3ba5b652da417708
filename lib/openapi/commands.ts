import type { oas31 } from "zod-openapi";
import { type Body, type DocumentedOperation, groupsOf, type Schema, schemasOf } from "./operations";
import { type Field, fieldsOf } from "./schemas";

/** An operation as a command of the command line: `pegboard posts list-versions ID --limit 5`. */
export interface Command {
  /** `posts` */
  group: string;
  /** `list-versions` */
  name: string;
  summary: string;
  description: string;
  method: string;
  /** The path, with parameters in braces, which are the command's arguments. */
  path: string;
  paginated: boolean;
  idempotent: boolean;
  body: Body["kind"];
  arguments: { name: string; description: string }[];
  flags: Flag[];
}

/** A query parameter, or a field of the body, as an option of a command. */
export interface Flag {
  /** `parent-id` */
  name: string;
  /** The name in the API: `parent_id`. */
  field: string;
  in: "query" | "body";
  kind: "string" | "number" | "boolean" | "strings" | "file" | "json";
  required: boolean;
  /** Whether the word `null` means null. */
  nullable: boolean;
  description: string;
  /** The accepted values, if they are few. */
  values: string[];
}

export interface CommandGroup {
  name: string;
  title: string;
  commands: Command[];
}

/** Returns the commands for all operations that accept a key. */
export function commandsOf(document: oas31.OpenAPIObject): CommandGroup[] {
  const components = schemasOf(document);
  return groupsOf(document).flatMap(({ key, title, operations }) => {
    const commands = operations.flatMap((operation) => commandOf(operation, components) ?? []);
    return commands.length > 0 ? [{ name: kebab(key), title, commands }] : [];
  });
}

function commandOf(operation: DocumentedOperation, components: Record<string, Schema>): Command | undefined {
  const { id, summary, description, scope, method, path, paginated, idempotent, body, parameters } = operation;
  const [group = "", name = ""] = id.split(".");
  if (scope === null) return undefined;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const fields = body.kind === "none" ? [] : fieldsOf(body.schema, components);
  return {
    group: kebab(group),
    name: kebab(name),
    summary,
    description,
    method,
    path,
    paginated,
    idempotent,
    body: body.kind,
    arguments: parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name, description }) => ({ name, description })),
    flags: [
      ...query.map(({ name, schema, required, description }) => ({
        ...flagOf({ name, schema, required }, "query"),
        description,
      })),
      ...fields.map((field) => flagOf(field, "body")),
    ],
  };
}

function flagOf({ name, schema, required }: Field, place: Flag["in"]): Flag {
  const choices = (schema.anyOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ type })) : [schema])) as Schema[];
  const [value = {}] = choices.filter(({ type }) => type !== "null");
  const items = (value.items ?? {}) as Schema;
  return {
    name: kebab(name),
    field: name,
    in: place,
    kind: kindOf(value, items),
    required,
    nullable: choices.some(({ type }) => type === "null"),
    description: schema.description ?? "",
    values: (schema.enum ?? value.enum ?? items.enum ?? []).map(String),
  };
}

function kindOf(schema: Schema, items: Schema): Flag["kind"] {
  if (schema.type === "array" && items.type === "string") return "strings";
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.format === "binary") return "file";
  return schema.type === "string" || schema.type === "boolean" ? schema.type : "json";
}

/** Converts `listVersions` and `parent_id` to `list-versions` and `parent-id`. */
function kebab(name: string): string {
  return name.replace(/_/g, "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
