import type { oas31 } from "zod-openapi";
import { API } from "@/lib/api/v1";
import { ABOUT, DELIVERY_HEADERS, PATH_PARAMETERS, SECURITY, WEBHOOK_EVENTS } from "@/lib/api/v1/about";
import { GROUPS } from "@/lib/api/v1/groups";
import { DELIVERED } from "./envelope";
import { describeApi } from "./describe-api";
import type { NamedOperation } from "./describe-operation";

/** Every operation with its stable name, in the order of the documentation. */
export const OPERATIONS: NamedOperation[] = Object.entries(API).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, operation]) => ({ id: `${group}.${name}`, group, operation })),
);

/** The public API as an OpenAPI 3.1 document for a deployment at `siteUrl`. */
export function openApiDocument(siteUrl: string): oas31.OpenAPIObject {
  const events = { ...WEBHOOK_EVENTS, delivered: DELIVERED, headers: DELIVERY_HEADERS };
  return describeApi(
    OPERATIONS,
    { info: ABOUT, groups: GROUPS, pathParameters: PATH_PARAMETERS, security: SECURITY, events },
    siteUrl,
  );
}
