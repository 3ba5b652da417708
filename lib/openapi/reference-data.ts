import type { oas31 } from "zod-openapi";
import { errorPagesOf } from "./error-pages";
import { eventsOf, groupsOf, operationsOf, schemasOf, commonErrorCodes } from "./operations";
import { shownSchemasOf } from "./schemas";

export type ReferenceData = ReturnType<typeof referenceOf>;

export function referenceOf(document: oas31.OpenAPIObject) {
  return {
    groups: groupsOf(document),
    schemas: schemasOf(document),
    shownSchemas: shownSchemasOf(document),
    errors: errorPagesOf(document),
    events: eventsOf(document),
    commonErrorCodes: [...commonErrorCodes(operationsOf(document))],
  };
}
