import { z } from "zod";
import { ALL_EVENTS, PUBLIC_EVENTS } from "@/lib/domain/events/catalog";
import { destinationProblem } from "./destination";
import { DESCRIPTION_LENGTH, ROTATION_GRACE } from "./rules";

const url = z
  .string()
  .superRefine((text, check) => {
    const problem = destinationProblem(text);
    if (problem) check.addIssue({ code: "custom", message: problem });
  })
  .meta({
    description:
      "Where deliveries are posted to: https, port 443 or 1024 and above, no user name or password, and a host in the public internet.",
    example: "https://example.com/hooks/pegboard",
    override: { format: "uri" },
  });

const subscribable = [...PUBLIC_EVENTS, ALL_EVENTS] as const;
const eventName = z.enum(subscribable, { error: `An event is one of ${subscribable.join(", ")}` });
const events = z
  .array(eventName)
  .min(1, "events needs at least one entry; * stands for every event")
  .transform((names) => [...new Set(names)])
  .meta({
    description: "Which events to deliver; `*` stands for every one.",
    example: ["post.created", "post.deleted"],
  });

const description = z
  .string()
  .trim()
  .refine((text) => [...text].length <= DESCRIPTION_LENGTH, `description has at most ${DESCRIPTION_LENGTH} characters`)
  .meta({ description: `A label for yourself, at most ${DESCRIPTION_LENGTH} characters.`, example: "Production" });

/** The body that registers an endpoint (4.8). */
export const newEndpoint = z
  .strictObject({ url, events, description: description.optional() })
  .meta({ id: "NewWebhook" });

export const endpointChanges = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "False stops deliveries; true starts them again and forgets the failures." }),
  })
  .meta({ id: "WebhookChanges" });

const moment = z.iso.datetime();
const count = z.number().int().min(0);

/** What PATCH answers. */
export const endpoint = z
  .object({
    id: z.string().meta({ example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" }),
    url: z.string().meta({ example: "https://example.com/hooks/pegboard" }),
    events: z.array(z.string()).meta({ example: ["post.created", "post.deleted"] }),
    enabled: z.boolean(),
  })
  .meta({ id: "Webhook", description: "A webhook endpoint." });

export const listedEndpoint = endpoint
  .extend({ createdAt: moment })
  .meta({ id: "ListedWebhook", description: "A webhook endpoint." });
export const endpointList = z.object({ data: z.array(listedEndpoint) });

const secret = z
  .string()
  .meta({
    description: "Signs every delivery. Shown this once.",
    example: "whsec_8Jq0mT4vXb2nRk6sYw1cZf5hLp9dGu3eAiOxQyVtBjM=",
  });

export const createdEndpoint = listedEndpoint
  .extend({ secret })
  .meta({ id: "CreatedWebhook", description: "The endpoint as it was registered, with its signing secret." });

/** One of `recentDeliveries`. */
export const delivery = z
  .object({
    id: z.string().meta({ description: "The `id` in the delivery's body.", example: "whd_0VhQ3kTzAbCdEfGhIjKlMn" }),
    event: z.string().meta({ example: "post.created" }),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: count,
    responseStatus: z.number().int().nullable(),
    error: z.string().nullable().meta({ description: "Why the last attempt failed.", example: null }),
    durationMs: z.number().int().nullable(),
    createdAt: moment,
    deliveredAt: moment.nullable(),
    nextAttemptAt: moment.nullable(),
  })
  .meta({ id: "WebhookDelivery", description: "An event on its way to an endpoint, or arrived." });

const attempt = z.object({
  at: moment,
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable().meta({ example: null }),
  durationMs: z.number().int(),
});

/** One of the log, with what was said. */
export const loggedDelivery = delivery
  .extend({
    sequence: z.number().int().min(1),
    eventId: z.string().nullable().meta({ description: "Null for a test.", example: "evt_0VhQ3kTyZyXwVuTsRqPoNm" }),
    requestBody: z
      .string()
      .meta({
        description: "As it is sent, byte for byte, at every attempt.",
        example: '{"id":"whd_0VhQ3kTzAbCdEfGhIjKlMn","event":"post.created",…}',
      }),
    responseBody: z.string().nullable().meta({ description: "The start of the last answer.", example: "ok" }),
    attemptLog: z.array(attempt).meta({ description: "How each of the latest attempts went, the oldest first." }),
  })
  .meta({
    id: "LoggedWebhookDelivery",
    description: "A delivery with the bodies of its request and of the last answer.",
  });

/** One of the log as its owner looks into it in the app. */
export const deliveryDetails = loggedDelivery.extend({
  requestHeaders: z.array(
    z.object({
      name: z.string(),
      value: z.string().nullable().meta({ description: "Null where each attempt has its own, which is not kept." }),
    }),
  ),
});

export const secretRotation = z
  .strictObject({
    graceSeconds: z
      .number()
      .int()
      .min(0)
      .max(ROTATION_GRACE.maxSeconds)
      .default(ROTATION_GRACE.defaultSeconds)
      .meta({ description: "How long the old secret goes on signing, beside the new one." }),
  })
  .meta({ id: "SecretRotation" });

export const rotatedSecret = z.object({ secret }).meta({ id: "RotatedSecret", description: "The new signing secret." });

export const endpointDetails = endpoint
  .extend({
    description: z.string().meta({ example: "Production" }),
    failureCount: count.meta({ description: "Failed attempts in a row." }),
    disabledReason: z
      .string()
      .nullable()
      .meta({ description: "Why it was disabled, where it was not you who did it.", example: null }),
    recentDeliveries: z.array(delivery).meta({ description: "The newest 20." }),
  })
  .meta({ id: "WebhookDetails", description: "A webhook endpoint, its health and its newest deliveries." });

export type NewEndpoint = z.output<typeof newEndpoint>;
export type EndpointChanges = z.output<typeof endpointChanges>;
export type Endpoint = z.output<typeof endpoint>;
export type ListedEndpoint = z.output<typeof listedEndpoint>;
export type CreatedEndpoint = z.output<typeof createdEndpoint>;
export type EndpointDetails = z.output<typeof endpointDetails>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryDetails = z.output<typeof deliveryDetails>;
export type LoggedDelivery = z.output<typeof loggedDelivery>;
