import type { oas31 } from "zod-openapi";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";

export type Schema = oas31.SchemaObject & Partial<oas31.ReferenceObject>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export type Body =
  | { kind: "none" }
  | { kind: "json"; required: boolean; schema: Schema; example: unknown }
  | { kind: "form"; schema: Schema };

interface SuccessResponse {
  status: number;
  schema?: Schema;
  example?: unknown;
}

/** An operation of the OpenAPI document, with references resolved and reduced to what is shown. */
export interface DocumentedOperation {
  /** `posts.create` */
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Null if it requires no API key. */
  scope: string | null;
  parameters: Parameter[];
  idempotent: boolean;
  paginated: boolean;
  body: Body;
  response: SuccessResponse;
  errors: { status: number; codes: string[] }[];
}

/** The methods that operations have, as an OpenAPI document names them. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export function operationsOf(document: oas31.OpenAPIObject): DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [read(document, path, method, item[method])] : [])),
  );
}

export interface OperationGroup {
  /** The first part of its operations' ids: `posts`. */
  key: string;
  title: string;
  description: string;
  operations: DocumentedOperation[];
}

/** Returns the operations under each tag, in the order of the tags. */
export function groupsOf(document: oas31.OpenAPIObject): OperationGroup[] {
  const operations = operationsOf(document);
  return (document.tags ?? []).flatMap(({ name, description = "" }) => {
    const tagged = operations.filter(({ tag }) => tag === name);
    const key = tagged[0]?.id.split(".", 1)[0];
    return key === undefined ? [] : [{ key, title: name, description, operations: tagged }];
  });
}

/** Returns the error codes that every operation with a key can return. */
export function commonErrorCodes(operations: readonly DocumentedOperation[]): Set<string> {
  const [first = [], ...rest] = operations
    .filter(({ scope }) => scope !== null)
    .map(({ errors }) => errors.flatMap(({ codes }) => codes));
  return new Set(first.filter((code) => rest.every((codes) => codes.includes(code))));
}

export function schemasOf({ components }: oas31.OpenAPIObject): Record<string, Schema> {
  return (components?.schemas ?? {}) as Record<string, Schema>;
}

function read(
  document: oas31.OpenAPIObject,
  path: string,
  method: (typeof METHODS)[number],
  operation: oas31.OperationObject,
): DocumentedOperation {
  const parameters = ((operation.parameters ?? []) as oas31.ParameterObject[]).map(readParameter);
  return {
    id: operation.operationId ?? "",
    tag: operation.tags?.[0] ?? "",
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    scope: (operation["x-required-scope"] as string | undefined) ?? null,
    parameters,
    idempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
    paginated: parameters.some(({ name }) => name === "cursor"),
    body: readBody(operation.requestBody as oas31.RequestBodyObject | undefined),
    response: readResponse(operation.responses ?? {}),
    errors: readErrors(document, operation.responses ?? {}),
  };
}

function readParameter({
  name,
  in: place,
  required = false,
  description = "",
  schema,
  example,
}: oas31.ParameterObject): Parameter {
  return { name, in: place as Parameter["in"], required, description, schema: schema as Schema, example };
}

function readBody(body: oas31.RequestBodyObject | undefined): Body {
  const form = body?.content["multipart/form-data"];
  if (form) return { kind: "form", schema: form.schema as Schema };
  const json = body?.content["application/json"];
  return json
    ? {
        kind: "json",
        required: body?.required ?? false,
        schema: json.schema as Schema,
        example: json.example as unknown,
      }
    : { kind: "none" };
}

function readResponse(responses: oas31.ResponsesObject): SuccessResponse {
  const [status, response] = Object.entries<oas31.ResponseObject>(responses).find(([code]) => code.startsWith("2")) ?? [
    "200",
    { description: "" },
  ];
  const json = response.content?.["application/json"];
  return {
    status: Number(status),
    schema: json?.schema as Schema | undefined,
    example: json?.example as unknown,
  };
}

function readErrors(
  { components }: oas31.OpenAPIObject,
  responses: oas31.ResponsesObject,
): DocumentedOperation["errors"] {
  return Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(responses).flatMap(([status, response]) => {
    if (!/^[45]/.test(status)) return [];
    const name = "$ref" in response ? response.$ref.replace("#/components/responses/", "") : "";
    const resolved = "$ref" in response ? (components?.responses?.[name] as oas31.ResponseObject) : response;
    return [{ status: Number(status), codes: Object.keys(resolved.content?.["application/json"]?.examples ?? {}) }];
  });
}

/** An error code of the public API, as described by the document's `x-error-codes`. */
export interface DocumentedError {
  code: ApiErrorCode;
  status: number;
  type: string;
  when: string;
  remedy: string;
}

export function errorsOf(document: oas31.OpenAPIObject): DocumentedError[] {
  return document["x-error-codes"] as DocumentedError[];
}

export interface DocumentedEvent {
  name: string;
  summary: string;
  schema: Schema;
  /** A complete request body. */
  example: { data: unknown };
}

export function eventsOf({ webhooks = {} }: oas31.OpenAPIObject): DocumentedEvent[] {
  return Object.entries(webhooks).map(([name, { post }]) => {
    const json = (post?.requestBody as oas31.RequestBodyObject).content["application/json"];
    return {
      name,
      summary: post?.summary ?? "",
      schema: json?.schema as Schema,
      example: json?.example as DocumentedEvent["example"],
    };
  });
}
