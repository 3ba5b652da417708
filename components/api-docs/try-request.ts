import type { DocumentedOperation } from "@/lib/openapi/operations";

/** What the try-it form needs to know about an operation. Small, because it is sent with the page. */
export interface TryableOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  scope: string | null;
  /** Path and query parameters, with the initial value of each. */
  fields: { name: string; in: "path" | "query"; value: string; required: boolean }[];
  /** The example of the JSON body. */
  json?: string;
  /** The name of the form's file field. */
  file?: string;
}

export interface TryResult {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: [string, string][];
  body: unknown;
}

const SHOWN_HEADERS = ["x-request-id", "x-ratelimit-remaining", "etag", "idempotency-replayed", "retry-after"];

/** Sends the request described by `form`, whose fields are named `path.id`, `query.limit`, `json` and `file`. */
export async function tryRequest(
  { method, path, fields, json, file }: TryableOperation,
  key: string,
  form: FormData,
): Promise<TryResult> {
  const value = (place: string, name: string) => String(form.get(`${place}.${name}`) ?? "");
  const address = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(value("path", name)));
  const query = new URLSearchParams(
    fields
      .filter((field) => field.in === "query" && value("query", field.name))
      .map(({ name }) => [name, value("query", name)]),
  );
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (method !== "GET") headers["Idempotency-Key"] = crypto.randomUUID();
  if (json !== undefined) headers["Content-Type"] = "application/json";
  const began = performance.now();
  const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
    method,
    headers,
    credentials: "omit",
    body: bodyOf(form, json, file),
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - began),
    headers: SHOWN_HEADERS.flatMap((name) =>
      response.headers.has(name) ? [[name, response.headers.get(name) ?? ""] as [string, string]] : [],
    ),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

function bodyOf(form: FormData, json: string | undefined, file: string | undefined): BodyInit | undefined {
  if (json !== undefined) return String(form.get("json") ?? "");
  if (file === undefined) return undefined;
  const body = new FormData();
  body.set(file, form.get("file") ?? "");
  return body;
}

/** Operations that take a key, for the try-it form. Path parameters start empty: the example ids do not exist here. */
export function tryableOperations(operations: readonly DocumentedOperation[]): TryableOperation[] {
  return operations
    .filter(({ scope }) => scope !== null)
    .map(({ id, method, path, summary, scope, parameters, body }) => ({
      id,
      method,
      path,
      summary,
      scope,
      fields: parameters.flatMap(({ name, in: place, required, schema }) =>
        place === "header"
          ? []
          : [{ name, in: place, required, value: schema.default === undefined ? "" : String(schema.default) }],
      ),
      ...(body.kind === "json" ? { json: JSON.stringify(body.example, null, 2) } : {}),
      ...(body.kind === "form" ? { file: Object.keys(body.schema.properties ?? {})[0] } : {}),
    }));
}
