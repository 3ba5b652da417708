import type { oas31 } from "zod-openapi";
import { DELIVERED } from "@/lib/domain/events/envelope";
import { describeApi } from "@/lib/http/openapi/document";
import type { Operation } from "@/lib/http/openapi/operation";
import { API } from ".";
import { ABOUT, DELIVERY_HEADERS, EVENTS_WORDS, SECURITY } from "./about";
import { GROUPS } from "./groups";
import { PATH_PARAMETERS } from "./path-parameters";

/** Every operation under its name, in the order of the documentation. */
export const OPERATIONS: Operation[] = Object.entries(API).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${group}.${name}`, group, endpoint })),
);

let own: oas31.OpenAPIObject | undefined;

/** This API as an OpenAPI 3.1 document: this deployment's, made once a process, or one for another address. */
export function openApiDocument(siteUrl?: string): oas31.OpenAPIObject {
  return siteUrl === undefined ? (own ??= describe()) : describe(siteUrl);
}

function describe(siteUrl?: string): oas31.OpenAPIObject {
  const events = { ...EVENTS_WORDS, delivered: DELIVERED, headers: DELIVERY_HEADERS };
  return describeApi(
    OPERATIONS,
    { info: ABOUT, groups: GROUPS, pathParameters: PATH_PARAMETERS, security: SECURITY, events },
    siteUrl,
  );
}
