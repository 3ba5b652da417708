import type { oas31 } from "zod-openapi";
import { type DocumentedOperation, operationsOf, type Parameter, type Schema } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

/** What the clients of every language share: their methods, and how each sends its arguments. */
export interface MethodGroup {
  /** `posts` */
  name: string;
  methods: ClientMethod[];
}

export interface ClientMethod {
  operation: DocumentedOperation;
  /** `create` of `posts.create` */
  name: string;
  /** One line of documentation. */
  summary: string;
  pathParameters: string[];
  query: Parameter[];
  json?: { schema: Schema; required: boolean };
  /** A form: the field of its file, and its texts, none of which is required. */
  form?: { file: string; texts: string[] };
  /** The component of a list's items. */
  item?: string;
  /** A write that takes no idempotency key: never repeated, because it may have taken effect. */
  once: boolean;
}

/** Returns a method for every operation that accepts a key, by group. */
export function methodGroupsOf(document: oas31.OpenAPIObject): MethodGroup[] {
  const methods = operationsOf(document).filter(({ scope }) => scope !== null);
  const names = [...new Set(methods.map(({ id }) => groupOf(id)))];
  return names.map((name) => ({ name, methods: methods.filter(({ id }) => groupOf(id) === name).map(methodOf) }));
}

const groupOf = (id: string) => id.split(".")[0] ?? id;

function methodOf(operation: DocumentedOperation): ClientMethod {
  const { id, method, summary, scope, parameters, paginated, idempotent, body, response } = operation;
  const [file = "", ...texts] = body.kind === "form" ? Object.keys(body.schema.properties ?? {}) : [];
  return {
    operation,
    name: id.split(".")[1] ?? id,
    summary: `${summary}. Requires the scope ${scope}.`,
    pathParameters: parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name),
    query: parameters.filter((parameter) => parameter.in === "query"),
    json: body.kind === "json" ? body : undefined,
    form: body.kind === "form" ? { file, texts } : undefined,
    item: paginated ? itemOf(response.schema) : undefined,
    once: method !== "GET" && !idempotent,
  };
}

const itemOf = (page: Schema | undefined) => componentOf(page ?? {})?.replace(/Page$/, "") ?? "unknown";

/** The direction of a value. A newer server may return enum values that this client does not know. */
export type Direction = "sent" | "returned";

/** Whether values beyond those of an enumeration are to be expected. */
export const isOpen = ({ enum: values = [] }: Schema, direction: Direction): boolean =>
  direction === "returned" && values.some((value) => typeof value === "string");
