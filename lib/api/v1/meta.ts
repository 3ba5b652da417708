import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { apiOperation } from "@/lib/http/operation";
import { generatedBody } from "@/lib/http/response/prepared-body";
import { JSON_TYPE } from "@/lib/http/response/errors";

const openApi = z
  .custom<oas31.OpenAPIObject>((value) => typeof value === "object" && value !== null && "openapi" in value)
  .meta({
    id: "OpenApiDocument",
    description: "An OpenAPI 3.1 document.",
    example: { openapi: "3.1.0", info: { title: "Pegboard API", version: "v1" }, paths: {} },
    override: { type: "object" },
  });

/** docs/contract.md#meta */
export const meta = {
  openapi: apiOperation("GET /api/v1/openapi.json", {
    scope: null,
    summary: "Get the OpenAPI document",
    description: "Describes this API in OpenAPI 3.1.",
    returns: openApi,
    run: generatedBody(JSON_TYPE, () => import("@/lib/generated/openapi-document")),
  }),
};
