import type { DocumentedOperation } from "@/lib/openapi/operations";
import type { TryableOperation } from "./try-request";

/**
 * The operations that take a key, reduced to what the try-it form needs. Path parameters start empty: the example ids
 * do not exist here.
 */
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
