import type { DescribedOperation } from "./operations";

/** A request that an operation takes as it stands, for every language to say in its own words. */
export interface Sample {
  method: string;
  url: string;
  keyed: boolean;
  idempotent: boolean;
  json?: unknown;
  /** The form's file field. */
  file?: string;
}

export function sampleOf(
  { method, path, parameters, idempotent, scope, body, paginated }: DescribedOperation,
  siteUrl: string,
): Sample {
  const named = new Map(parameters.map(({ name, example }) => [name, String(example ?? name)]));
  return {
    method,
    url:
      siteUrl +
      path.replace(/\{(\w+)\}/g, (_match, name: string) => named.get(name) ?? name) +
      (paginated ? "?limit=20" : ""),
    keyed: scope !== null,
    idempotent,
    ...(body.kind === "json" ? { json: body.example } : {}),
    ...(body.kind === "form" ? { file: Object.keys(body.schema.properties ?? {})[0] } : {}),
  };
}
