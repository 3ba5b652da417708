import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { endpoint } from "@/lib/http/endpoint";

const openApi = z
  .custom<oas31.OpenAPIObject>((value) => typeof value === "object" && value !== null && "openapi" in value)
  .meta({
    id: "OpenApiDocument",
    description: "An OpenAPI 3.1 document.",
    example: { openapi: "3.1.0", info: { title: "Pegboard API", version: "v1" }, paths: {} },
    override: { type: "object" },
  });

/** 4.9 */
export const meta = {
  openapi: endpoint("GET /api/v1/openapi.json", {
    scope: null,
    summary: "Get this description",
    description: "This API as an OpenAPI 3.1 document.",
    returns: openApi,
    // The document is made from all declarations, this one among them.
    run: async () => (await import("./document")).openApiDocument(),
  }),
};
