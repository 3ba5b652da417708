import type { DescribedOperation } from "@/lib/description/operations";
import type { Triable } from "./try-request";

/** The keyed operations as the try-it form knows them. Names in paths are left to the reader: the examples name nothing here. */
export function triablesOf(operations: readonly DescribedOperation[]): Triable[] {
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
