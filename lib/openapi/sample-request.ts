import type { DocumentedOperation } from "./operations";

/** A valid request to an operation, for the snippets in every language. */
export interface SampleRequest {
  method: string;
  url: string;
  authenticated: boolean;
  idempotent: boolean;
  json?: unknown;
  /** The name of the form's file field. */
  file?: string;
}

export function sampleRequestOf(
  { method, path, parameters, idempotent, scope, body, paginated }: DocumentedOperation,
  siteUrl: string,
): SampleRequest {
  const named = new Map(parameters.map(({ name, example }) => [name, String(example ?? name)]));
  return {
    method,
    url:
      siteUrl +
      path.replace(/\{(\w+)\}/g, (_match, name: string) => named.get(name) ?? name) +
      (paginated ? "?limit=20" : ""),
    authenticated: scope !== null,
    idempotent,
    ...(body.kind === "json" ? { json: body.example } : {}),
    ...(body.kind === "form" ? { file: Object.keys(body.schema.properties ?? {})[0] } : {}),
  };
}
