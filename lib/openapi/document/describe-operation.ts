import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import { securityOf } from "@/lib/api/v1/about";
import { EXAMPLE_CURSOR, pageQuery } from "@/lib/domain/kernel/page/schema";
import type { ApiOperation } from "@/lib/http/operation";
import { deprecationNotice } from "@/lib/http/response/deprecation";
import { errorCodesOf, failureResponses } from "./failures";
import { EVERYWHERE, type HeaderName, headersNamed } from "./headers";

/** An operation under its stable name: `posts.create`. */
export interface NamedOperation {
  id: string;
  group: string;
  operation: ApiOperation;
}

/** Path parameters by the segment before them: `posts/{id}`. */
export type PathParameterWords = Record<string, { description: string; example: string }>;

interface Surroundings {
  tag: string;
  pathParameters: PathParameterWords;
  siteUrl: string;
  failures: Map<string, ZodOpenApiResponseObject>;
}

export function describeOperation(
  { id, operation }: NamedOperation,
  { tag, pathParameters, siteUrl, failures }: Surroundings,
): ZodOpenApiOperationObject {
  return {
    operationId: id,
    tags: [tag],
    summary: operation.summary,
    description: description(operation),
    ...(operation.deprecated && { deprecated: true }),
    ...(operation.scope === null
      ? { security: [] }
      : { security: securityOf(operation.scope), "x-required-scope": operation.scope }),
    requestParams: parameters(operation, pathParameters),
    ...(operation.file || operation.body ? { requestBody: requestBody(operation) } : {}),
    responses: { ...successes(operation), ...failureResponses(errorCodesOf(operation), siteUrl, failures) },
  };
}

function description({ description = "", scope, deprecated }: ApiOperation): string {
  const requirement = scope === null ? "No API key required." : `Requires the scope \`${scope}\`.`;
  return [deprecated && deprecationNotice(deprecated), description, requirement].filter(Boolean).join("\n\n");
}

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    "Makes retries safe: for 24 hours, the same key with the same body returns the first response and takes effect only once. 1-255 printable ASCII characters, such as a UUID.",
  example: "5f1c9c1e-3f0b-4e0e-9d0b-0a9d1f9a7c11",
});
const ifNoneMatch = z
  .string()
  .optional()
  .meta({ description: "The `ETag` of your copy. If it is still current, the response is a 304 without a body." });
const ifMatch = z.string().optional().meta({
  description:
    "The `ETag` of the copy that your change is based on. If it was edited since, the response is a 412 and nothing is changed.",
});

function parameters(
  { path, query, paginated, method, idempotent, conditional }: ApiOperation,
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
    ...(conditional ? { "If-Match": ifMatch } : {}),
  };
  return {
    ...(names.length > 0 ? { path: z.object(Object.fromEntries(names)) } : {}),
    ...(Object.keys(asked).length > 0 ? { query: z.object(asked) } : {}),
    ...(Object.keys(header).length > 0 ? { header: z.object(header) } : {}),
  };
}

function requestBody({ body, file, example }: ApiOperation): ZodOpenApiRequestBodyObject {
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
  alternative,
  paginated,
  idempotent,
  version,
  deprecated,
}: ApiOperation): Record<`2${string}` | `3${string}`, ZodOpenApiResponseObject> {
  const extra: HeaderName[] = [
    ...(method === "GET" || version ? (["ETag"] as const) : []),
    ...(method !== "GET" && idempotent ? (["Idempotency-Replayed"] as const) : []),
    ...(deprecated ? (["Deprecation", "Sunset"] as const) : []),
  ];
  const success = (status: ApiOperation["status"], schema: z.ZodType | null): ZodOpenApiResponseObject => ({
    description: schema?.meta()?.description ?? SUCCESS[status],
    headers: headersNamed(...EVERYWHERE, ...extra),
    ...(schema ? { content: { "application/json": { schema } } } : {}),
  });
  return {
    [`${status}` as "200"]: success(status, returns && (paginated ? pageOf(returns) : returns)),
    ...(alternative && { [alternative.status]: success(alternative.status, alternative.returns) }),
    ...(method === "GET" ? { 304: UNCHANGED } : {}),
  };
}

const SUCCESS = { 200: "Success.", 201: "Created.", 202: "Accepted.", 204: "Success, without a body." };

const UNCHANGED: ZodOpenApiResponseObject = {
  id: "NotModified",
  description: "Your copy is still current (`If-None-Match`).",
  headers: headersNamed(...EVERYWHERE, "ETag"),
};

const pages = new WeakMap<z.ZodType, z.ZodType>();

/** Returns the envelope of a page of `item` (docs/contract.md#pagination). It is a component if the item is one. */
export function pageOf(item: z.ZodType): z.ZodType {
  const known = pages.get(item);
  if (known) return known;
  const id = item.meta()?.id;
  const page = z
    .object({
      data: z.array(item),
      nextCursor: z.string().nullable().meta({
        description:
          "Send it back as `cursor` to get the next page. Null on the last page: stop on null, not on an empty `data`.",
        example: EXAMPLE_CURSOR,
      }),
    })
    .meta(id ? { id: `${id}Page`, description: `A page of ${id}.` } : {});
  pages.set(item, page);
  return page;
}
