import type { oas31 } from "zod-openapi";
import { API, type OperationName } from "@/lib/api/v1";
import type { ApiOperation } from "@/lib/http/operation";
import { type DocumentedOperation, operationsOf, type Schema, schemasOf } from "./operations";
import { componentOf, fieldsOf } from "./schemas";
import { DEFAULT_TOOLS, type Toolset, toolsetOf } from "./toolsets";

export interface Tool {
  operation: OperationName;
  toolset: Toolset;
  scope: string;
  isWrite: boolean;
  /** Whether it cannot be undone, and so takes effect only with `confirm: true`. */
  isFinal: boolean;
  /** The part that clients see. */
  listed: {
    /** `posts_list_versions` */
    name: string;
    title: string;
    description: string;
    inputSchema: InputSchema;
    annotations: Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean>;
  };
}

interface InputSchema {
  type: "object";
  properties: Record<string, Schema>;
  required: string[];
  additionalProperties: false;
}

/** Arguments of tools that are not fields of their operations. */
export const CONFIRM = "confirm";
export const IDEMPOTENCY_KEY = "idempotency_key";
export const FROM_CHARACTER = "from_character";

const EXTRA: Record<string, Schema> = {
  [CONFIRM]: { type: "boolean", const: true, description: "This cannot be undone: ask your user first." },
  [IDEMPOTENCY_KEY]: {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "For retries: the same key with the same arguments takes effect once in 24 hours.",
  },
  [FROM_CHARACTER]: {
    type: "integer",
    minimum: 0,
    description: "Continues texts that were cut: shows them from this character on.",
  },
};

/** Returns all tools, those of every connection first. */
export function toolsOf(document: oas31.OpenAPIObject): Tool[] {
  const documented = new Map(operationsOf(document).map((operation) => [operation.id as OperationName, operation]));
  const components = schemasOf(document);
  return Array.from(new Set([...DEFAULT_TOOLS, ...documented.keys()])).flatMap((name) => {
    const toolset = toolsetOf(name, operationNamed(name));
    return toolset ? [toolOf(documented.get(name)!, name, toolset, components)] : [];
  });
}

export function operationNamed(name: OperationName): ApiOperation {
  const [group = "", key = ""] = name.split(".");
  return (API as Record<string, Record<string, ApiOperation>>)[group]![key]!;
}

/** Whether a result may contain texts that exceed the size limit of a result. */
function hasLongTexts({ method, path, paginated }: DocumentedOperation): boolean {
  return method === "GET" && !paginated && path.includes("{slug}");
}

function toolOf(
  documented: DocumentedOperation,
  name: OperationName,
  toolset: Toolset,
  components: Record<string, Schema>,
): Tool {
  const { summary, scope, method, idempotent, response } = documented;
  // Later paragraphs are about headers, which tools do not send.
  const [about = ""] = operationNamed(name).description?.split("\n\n") ?? [];
  const isWrite = method !== "GET";
  const isFinal = method === "DELETE" && response.status === 204;
  const extra = [
    ...(isFinal ? [CONFIRM] : []),
    ...(isWrite && idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(hasLongTexts(documented) ? [FROM_CHARACTER] : []),
  ];
  const { properties, required } = inputOf(documented, components);
  for (const field of extra) properties[field] = EXTRA[field]!;
  if (isFinal) required.push(CONFIRM);
  return {
    operation: name,
    toolset,
    scope: scope ?? "",
    isWrite,
    isFinal,
    listed: {
      name: snake(name),
      title: summary,
      description: `${summary}. ${about}`.trim(),
      inputSchema: { type: "object", properties, required, additionalProperties: false },
      annotations: {
        readOnlyHint: !isWrite,
        destructiveHint: isFinal,
        idempotentHint: method === "GET" || method === "PUT" || method === "DELETE",
        openWorldHint: true,
      },
    },
  };
}

/** Path, query and body as one object, without references: no operation has two fields with the same name. */
function inputOf({ parameters, body }: DocumentedOperation, components: Record<string, Schema>) {
  const all = [
    ...parameters
      .filter((parameter) => parameter.in !== "header")
      .map(({ name, required, description, schema }) => ({ name, required, schema: { ...schema, description } })),
    ...(body.kind === "json" ? fieldsOf(body.schema, components) : []),
  ];
  // No tool uploads the images that it takes.
  const fields = all.filter(({ name }) => name !== "media_ids");
  return {
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, inlined(schema, components)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** A schema without references to components, and without keywords that only documentation needs. */
function inlined(schema: Schema, components: Record<string, Schema>): Schema {
  const component = componentOf(schema);
  if (component) return inlined({ ...components[component]!, ...withoutReference(schema) }, components);
  const entries = Object.entries(schema).filter(([key]) => key !== "example" && key !== "examples");
  return Object.fromEntries(entries.map(([key, value]) => [key, inlinedValue(value, components)]));
}

function inlinedValue(value: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlinedValue(item, components));
  return typeof value === "object" && value !== null ? inlined(value as Schema, components) : value;
}

function withoutReference({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

/** Converts `posts.listVersions` to `posts_list_versions`. */
function snake(name: string): string {
  return name.replace(".", "_").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
