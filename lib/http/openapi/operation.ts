import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import { pageQuery } from "@/lib/domain/page";
import type { ApiEndpoint } from "@/lib/http/endpoint";
import { failureResponses } from "./failures";
import { EVERYWHERE, type HeaderName, headersNamed } from "./headers";
import { pageOf } from "./page-schema";
import { refusalsOf } from "./refusals";

/** An endpoint under the name that it has for good: `posts.create`. */
export interface Operation {
  id: string;
  group: string;
  endpoint: ApiEndpoint;
}

/** What the names in paths name, by the word before them: `posts/{id}`. */
export type PathParameterWords = Record<string, { description: string; example: string }>;

interface Surroundings {
  tag: string;
  pathParameters: PathParameterWords;
  siteUrl: string;
  failures: Map<string, ZodOpenApiResponseObject>;
}

export function describeOperation(
  { id, endpoint }: Operation,
  { tag, pathParameters, siteUrl, failures }: Surroundings,
): ZodOpenApiOperationObject {
  return {
    operationId: id,
    tags: [tag],
    summary: endpoint.summary,
    description: description(endpoint),
    ...(endpoint.scope === null
      ? { security: [] }
      : { security: [{ bearer: [] }, { apiKey: [] }], "x-required-scope": endpoint.scope }),
    requestParams: parameters(endpoint, pathParameters),
    ...(endpoint.file || endpoint.body ? { requestBody: requestBody(endpoint) } : {}),
    responses: { ...successes(endpoint), ...failureResponses(refusalsOf(endpoint), siteUrl, failures) },
  };
}

function description({ description = "", scope }: ApiEndpoint): string {
  const right = scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`;
  return [description, right].filter(Boolean).join("\n\n");
}

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    "Makes a retry safe: for 24 hours the same key with the same body gets the first answer again, and acts only once. 1-255 printable ASCII characters, for instance a UUID.",
  example: "5f1c9c1e-3f0b-4e0e-9d0b-0a9d1f9a7c11",
});
const ifNoneMatch = z
  .string()
  .optional()
  .meta({ description: "The `ETag` of your copy. If it is still current, the answer is a 304 without a body." });

function parameters(
  { path, query, paginated, method, idempotent }: ApiEndpoint,
  words: PathParameterWords,
): ZodOpenApiParameters {
  const names = [...path.matchAll(/(?<![\w-])[\w-]+\/\{(\w+)\}/g)].map(
    ([place, name]) =>
      [
        name!,
        z
          .string()
          .min(1)
          .meta(words[place] ?? {}),
      ] as const,
  );
  const asked = { ...query?.shape, ...(paginated ? pageQuery.shape : {}) };
  const header = {
    ...(idempotent ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(method === "GET" ? { "If-None-Match": ifNoneMatch } : {}),
  };
  return {
    ...(names.length > 0 ? { path: z.object(Object.fromEntries(names)) } : {}),
    ...(Object.keys(asked).length > 0 ? { query: z.object(asked) } : {}),
    ...(Object.keys(header).length > 0 ? { header: z.object(header) } : {}),
  };
}

function requestBody({ body, file, example }: ApiEndpoint): ZodOpenApiRequestBodyObject {
  if (!file) {
    return {
      required: !body?.safeParse({}).success,
      content: { "application/json": { schema: body, ...(example ? { example } : {}) } },
    };
  }
  const binary = z.string().meta({ description: file.description, override: { type: "string", format: "binary" } });
  const form = z.object({ [file.field]: binary, ...body?.shape });
  return { required: true, content: { "multipart/form-data": { schema: form } } };
}

function successes({
  method,
  status,
  returns,
  paginated,
  idempotent,
}: ApiEndpoint): Record<`2${string}` | `3${string}`, ZodOpenApiResponseObject> {
  const extra: HeaderName[] = method === "GET" ? ["ETag"] : idempotent ? ["Idempotency-Replayed"] : [];
  const schema = returns && (paginated ? pageOf(returns) : returns);
  const success: ZodOpenApiResponseObject = {
    description: schema?.meta()?.description ?? SUCCESS[status],
    headers: headersNamed(...EVERYWHERE, ...extra),
    ...(schema ? { content: { "application/json": { schema } } } : {}),
  };
  return { [`${status}` as "200"]: success, ...(method === "GET" ? { 304: UNCHANGED } : {}) };
}

const SUCCESS = { 200: "Done.", 201: "Made.", 204: "Done; there is nothing to say." };

const UNCHANGED: ZodOpenApiResponseObject = {
  id: "NotModified",
  description: "Your copy is still current (`If-None-Match`).",
  headers: headersNamed(...EVERYWHERE, "ETag"),
};
