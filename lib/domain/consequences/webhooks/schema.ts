import { z } from "zod";
import { ALL_EVENTS, SUBSCRIBABLE_EVENTS } from "@/lib/domain/consequences/events/catalog";
import { ALL_INCOMING } from "@/lib/domain/consequences/events/incoming-events";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";
import { endpointFilter } from "./filter";
import { text } from "@/lib/domain/kernel/text/schema";
import { findUrlProblem } from "./address";
import { MAX_DESCRIPTION_LENGTH, MAX_GAPS, ROTATION_GRACE } from "./rules";

const url = z
  .string()
  .superRefine((text, check) => {
    const problem = findUrlProblem(text);
    if (problem) check.addIssue({ code: "custom", message: problem });
  })
  .meta({
    description:
      "The URL to send deliveries to: HTTPS, port 443 or at least 1024, no user name or password, and a public host.",
    example: "https://example.com/hooks/pegboard",
    override: { format: "uri" },
  });

const subscribable = [...SUBSCRIBABLE_EVENTS, ALL_EVENTS, ALL_INCOMING] as const;
export const eventName = z.enum(subscribable, { error: `An event is one of ${subscribable.join(", ")}` });
const events = z
  .array(eventName)
  .min(1, "events needs at least one entry; use * for every event")
  .transform((names) => [...new Set(names)])
  .meta({
    description:
      "The events to deliver. `*` means all about what you do, and `incoming.*` all about what others do to you; the others are asked for one by one.",
    example: ["post.created", "post.deleted"],
  });

const filter = endpointFilter
  .nullable()
  .optional()
  .meta({ description: "Only events that name these; null for all of the chosen events." });

const payload = z.enum(["thin", "full"]).meta({
  description: "`full` adds `resource` to each body: what the event is about, as it was when it was recorded.",
});

const description = text("description", { max: MAX_DESCRIPTION_LENGTH }).meta({
  description: `A label for your own use, at most ${MAX_DESCRIPTION_LENGTH} characters.`,
  example: "Production",
});

/** docs/contract.md#webhook-management */
export const newEndpoint = z
  .strictObject({ url, events, filter, payload: payload.optional(), description: description.optional() })
  .meta({ id: "NewWebhook" });

export const endpointChanges = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    filter,
    payload: payload.optional(),
    description: description.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "False stops deliveries. True resumes them and resets the failure count." }),
  })
  .meta({ id: "WebhookChanges" });

const timestamp = z.iso.datetime();
const count = z.number().int().min(0);

/** The response of PATCH. Others add what the contract gives to them alone (docs/contract.md#webhook-endpoint). */
export const endpoint = z
  .object({
    id: z.string().meta({ example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" }),
    url: z.string().meta({ example: "https://example.com/hooks/pegboard" }),
    events: z.array(z.string()).meta({ example: ["post.created", "post.deleted"] }),
    filter: endpointFilter.optional().meta({ description: "Absent if there is none." }),
    payload: z.literal("full").optional().meta({ description: "Absent if it is thin." }),
    description: z.string().meta({ description: "Empty if it has none.", example: "Production" }),
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .meta({ description: "Why it was disabled automatically. Null if it was not.", example: null }),
    gaps: z
      .array(z.object({ from: timestamp, to: timestamp.nullable().meta({ description: "Null if it still is." }) }))
      .max(MAX_GAPS + 1)
      .meta({
        description: `When it was disabled in the last ${EVENT_RETENTION_DAYS} days: what happened meanwhile was not queued for it, and is in the log of events.`,
        example: [],
      }),
  })
  .meta({ id: "Webhook", description: "A webhook endpoint." });

const listedEndpoint = endpoint
  .extend({ createdAt: timestamp })
  .meta({ id: "ListedWebhook", description: "A webhook endpoint." });
export const endpointList = z.object({ data: z.array(listedEndpoint) });

const secret = z.string().meta({
  description: "Signs every delivery. Only shown once.",
  example: "whsec_8Jq0mT4vXb2nRk6sYw1cZf5hLp9dGu3eAiOxQyVtBjM=",
});

export const createdEndpoint = listedEndpoint
  .extend({ secret })
  .meta({ id: "CreatedWebhook", description: "The new webhook endpoint, with its signing secret." });

/** An entry of `recentDeliveries`. */
export const delivery = z
  .object({
    id: z
      .string()
      .meta({ description: "The same `id` as in the delivery's body.", example: "whd_0VhQ3kTzAbCdEfGhIjKlMn" }),
    event: z.string().meta({ example: "post.created" }),
    status: z.enum(["pending", "delivered", "failed"]),
    attempts: count,
    responseStatus: z.number().int().nullable(),
    error: z.string().nullable().meta({ description: "Why the last attempt failed.", example: null }),
    durationMs: z.number().int().nullable(),
    createdAt: timestamp,
    deliveredAt: timestamp.nullable(),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery", description: "The delivery of an event to an endpoint." });

const attempt = z.object({
  at: timestamp,
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable().meta({ example: null }),
  durationMs: z.number().int(),
});

export const loggedDelivery = delivery
  .extend({
    sequence: z.number().int().min(1),
    eventId: z
      .string()
      .nullable()
      .meta({ description: "Null for a test event.", example: "evt_0VhQ3kTyZyXwVuTsRqPoNm" }),
    requestBody: z.string().meta({
      description: "Exactly as sent, on every attempt.",
      example: '{"id":"whd_0VhQ3kTzAbCdEfGhIjKlMn","event":"post.created",…}',
    }),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: "The beginning of the last response body.", example: "ok" }),
    attemptLog: z.array(attempt).meta({ description: "The latest attempts, oldest first." }),
  })
  .meta({
    id: "LoggedWebhookDelivery",
    description: "A delivery with its request body and last response body.",
  });

export const deliveryDetails = loggedDelivery.extend({
  requestHeaders: z.array(
    z.object({
      name: z.string(),
      value: z.string().nullable().meta({ description: "Null where it differs with each attempt and is not stored." }),
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
      .meta({ description: "How long deliveries are also signed with the old secret." }),
  })
  .meta({ id: "SecretRotation" });

export const rotatedSecret = z.object({ secret }).meta({ id: "RotatedSecret", description: "The new signing secret." });

export const endpointDetails = endpoint
  .extend({
    failureCount: count.meta({ description: "Failed attempts in a row." }),
    recentDeliveries: z.array(delivery).meta({ description: "The latest 20." }),
  })
  .meta({ id: "WebhookDetails", description: "A webhook endpoint with its health and latest deliveries." });

export type NewEndpoint = z.output<typeof newEndpoint>;
export type EndpointChanges = z.output<typeof endpointChanges>;
export type Endpoint = z.output<typeof endpoint>;
export type ListedEndpoint = z.output<typeof listedEndpoint>;
export type CreatedEndpoint = z.output<typeof createdEndpoint>;
export type EndpointDetails = z.output<typeof endpointDetails>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryDetails = z.output<typeof deliveryDetails>;
export type LoggedDelivery = z.output<typeof loggedDelivery>;
