import type { oas31 } from "zod-openapi";
import { type DocumentedOperation, groupsOf } from "./operations";

/** Returns the API as a Postman collection (v2.1): a folder per group, and an example response for every request. */
export function postmanCollection(document: oas31.OpenAPIObject) {
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: document.servers?.[0]?.url ?? "" },
      { key: "key", value: "" },
    ],
    item: groupsOf(document).map(({ title, description, operations }) => ({
      name: title,
      description,
      item: operations.map(itemOf),
    })),
  };
}

function itemOf(operation: DocumentedOperation) {
  const { summary, description, response } = operation;
  const request = requestOf(operation);
  const saved = {
    name: summary,
    originalRequest: request,
    code: response.status,
    header: [{ key: "Content-Type", value: "application/json" }],
    body: response.example === undefined ? "" : JSON.stringify(response.example, null, 2),
  };
  return { name: summary, request: { ...request, description }, response: [saved] };
}

function requestOf({ method, path, parameters, idempotent, scope, body }: DocumentedOperation) {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1"));
  return {
    method,
    ...(scope === null ? { auth: { type: "noauth" } } : {}),
    header: idempotent
      ? [
          {
            key: "Idempotency-Key",
            value: "{{$guid}}",
            description: "A retry with the same key returns the same response.",
          },
        ]
      : [],
    url: {
      raw: `{{baseUrl}}/${segments.join("/")}`,
      host: ["{{baseUrl}}"],
      path: segments,
      query: of("query").map(({ name, description, schema }) => ({
        key: name,
        value: schema.default === undefined ? "" : String(schema.default),
        description,
        disabled: true,
      })),
      variable: of("path").map(({ name, description, example }) => ({
        key: name,
        value: String(example ?? ""),
        description,
      })),
    },
    ...bodyOf(body),
  };
}

function bodyOf(body: DocumentedOperation["body"]) {
  if (body.kind === "json")
    return {
      body: { mode: "raw", raw: JSON.stringify(body.example, null, 2), options: { raw: { language: "json" } } },
    };
  if (body.kind === "none") return {};
  const fields = Object.entries(body.schema.properties ?? {}).map(([key, field]) => ({
    key,
    type: "format" in field && field.format === "binary" ? "file" : "text",
    disabled: !body.schema.required?.includes(key),
  }));
  return { body: { mode: "formdata", formdata: fields } };
}
