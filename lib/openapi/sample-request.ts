import type { DocumentedOperation, Parameter } from "./operations";

/** A valid request to an operation, for the snippets in every language. */
export interface SampleRequest {
  method: string;
  url: string;
  authenticated: boolean;
  idempotent: boolean;
  json?: unknown;
  /** The name of the form's file field. */
  file?: string;
  /** Whether the response has a body. */
  answers: boolean;
}

export function sampleRequestOf(
  { method, path, parameters, idempotent, scope, body, paginated, response }: DocumentedOperation,
  siteUrl: string,
): SampleRequest {
  const valueOf = ({ name, example }: Parameter) => encodeURIComponent(String(example ?? name));
  const named = new Map(parameters.map((parameter) => [parameter.name, valueOf(parameter)]));
  const query = [
    ...parameters.filter((each) => each.in === "query" && each.required).map((each) => `${each.name}=${valueOf(each)}`),
    ...(paginated ? ["limit=20"] : []),
  ];
  return {
    method,
    url:
      siteUrl +
      path.replace(/\{(\w+)\}/g, (_match, name: string) => named.get(name) ?? name) +
      (query.length > 0 ? `?${query.join("&")}` : ""),
    authenticated: scope !== null,
    idempotent,
    answers: response.schema !== undefined,
    ...(body.kind === "json" ? { json: body.example } : {}),
    ...(body.kind === "form" ? { file: Object.keys(body.schema.properties ?? {})[0] } : {}),
  };
}
