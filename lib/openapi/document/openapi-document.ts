import {
  createDocument,
  type oas31,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { z } from "zod";
import { API } from "@/lib/api/v1";
import { ABOUT, DELIVERY_HEADERS, PATH_PARAMETERS, securitySchemes, WEBHOOK_EVENTS } from "@/lib/api/v1/about";
import { GROUPS } from "@/lib/api/v1/groups";
import { comment } from "@/lib/domain/writing/comments/schema";
import { post } from "@/lib/domain/writing/posts/schema";
import { publicProfile } from "@/lib/domain/accounts/users/schema";
import { TEST_EVENT } from "@/lib/domain/consequences/webhooks/rules";
import { PUBLIC_EVENTS } from "@/lib/domain/consequences/events/catalog";
import { INCOMING_EVENTS, incomingEvents } from "@/lib/domain/consequences/events/incoming-events";
import { publicEvents } from "@/lib/domain/consequences/events/public-events";
import { sandboxMark, testMark } from "@/lib/domain/consequences/events/schema";
import { describeOperation, type NamedOperation } from "./describe-operation";
import { errorCodesAt } from "./failures";
import { allowMoreFields, finishDocument } from "./finish-document";
import { HEADERS } from "./headers";

/** Every operation with its stable name, in the order of the documentation. */
export const OPERATIONS: NamedOperation[] = Object.entries(API).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, operation]) => ({ id: `${group}.${name}`, group, operation })),
);

/** Describes the API as an OpenAPI 3.1 document. Deterministic: the same declarations yield the same text. */
export function openApiDocument(siteUrl: string): oas31.OpenAPIObject {
  const failures = new Map<string, ZodOpenApiResponseObject>();
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    const { method, path } = operation.operation;
    const { title: tag } = GROUPS[operation.group as keyof typeof GROUPS];
    const surroundings = { tag, pathParameters: PATH_PARAMETERS, siteUrl, failures };
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, surroundings) };
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { ...ABOUT, contact: { ...ABOUT.contact, url: new URL(ABOUT.contact.url, siteUrl).href } },
      servers: [{ url: siteUrl }],
      tags: [...Object.values(GROUPS), WEBHOOK_EVENTS].map(({ title, description }) => ({ name: title, description })),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      webhooks: Object.fromEntries(DELIVERED.map((event) => [event.name, describeEvent(event)])),
      "x-error-codes": errorCodesAt(siteUrl),
      components: { headers: HEADERS, securitySchemes: securitySchemes(siteUrl) },
    },
    { override: allowMoreFields },
  );
  finishDocument(document);
  return document;
}

const recorded = z.string().meta({
  description: "The event's id, the same for all your endpoints and in GET /api/v1/events.",
  example: "evt_0VhQ3kTyZyXwVuTsRqPoNm",
});

/** Everything that webhooks deliver, with the schema of each body (docs/contract.md#events-and-deliveries). */
export const DELIVERED = [
  ...PUBLIC_EVENTS.map((name) => delivered(name, publicEvents[name])),
  ...INCOMING_EVENTS.map((name) => delivered(name, incomingEvents[name])),
  delivered(TEST_EVENT, {
    summary: "You requested a test. It is not an event: it cannot be subscribed to, and its `eventId` is null.",
    data: z.object({ endpointId: z.string().meta({ example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" }) }),
    eventId: z.null(),
  }),
];

interface Delivered {
  summary: string;
  data: z.ZodType;
  eventId?: z.ZodType;
}

/** The schema of the resource that an event concerns; undefined for events without a resource that still exists. */
function resourceSchema(name: string): z.ZodType | undefined {
  if (/\.(deleted|undone)$/.test(name)) return undefined;
  if (name.includes("mention")) return z.union([post, comment]);
  if (name.includes("comment")) return comment;
  if (name.includes("follow")) return publicProfile;
  return /^post\.|\.(like|repost|quote)$/.test(name) ? post : undefined;
}

/** `eventId`, `sequence` and `resource` are our additions to the envelope. */
function delivered(name: string, { summary, data, eventId = recorded }: Delivered) {
  const resource = resourceSchema(name);
  const body = z
    .object({
      id: z.string().meta({
        description: "The delivery's id, the same for every attempt. Process each id once.",
        example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
      }),
      event: z.literal(name),
      created: z.iso.datetime().meta({ description: "When the event happened." }),
      data,
      eventId,
      sequence: z
        .number()
        .int()
        .min(1)
        .meta({ description: "Counts the deliveries to the endpoint. A gap means that one is missing.", example: 42 }),
      ...(resource && {
        resource: resource.nullable().optional().meta({
          description: "With `payload: full`: what it is about, as it was then. Null if you may not see it any more.",
        }),
      }),
      test: testMark,
      livemode: sandboxMark,
    })
    .meta({ id: `${pascal(name)}Event`, description: summary });
  return { name, summary, body };
}

function describeEvent({ name, summary, body }: (typeof DELIVERED)[number]): ZodOpenApiPathItemObject {
  const headers = DELIVERY_HEADERS.map(({ name: header, ...words }) => [header, z.string().meta(words)]);
  return {
    post: {
      operationId: `on.${name}`,
      tags: [WEBHOOK_EVENTS.title],
      summary,
      description:
        "Sent to each of your enabled endpoints that subscribe to it. Respond with any 2xx within 15 seconds; anything else is retried.",
      requestParams: { header: z.object(Object.fromEntries(headers)) },
      requestBody: { required: true, content: { "application/json": { schema: body } } },
      responses: { "2XX": { description: "Received. The response body is ignored." } },
    },
  };
}

/** Converts `post.created` to `PostCreated`. */
function pascal(name: string): string {
  return name.replace(/(^|[._])(\w)/g, (_match, _gap, letter: string) => letter.toUpperCase());
}
