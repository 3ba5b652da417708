import { z } from "zod";
import { LOG_INTERRUPTED } from "@/lib/domain/consequences/event-log/rules";
import { ALL_EVENTS, SUBSCRIBABLE_EVENTS } from "./catalog";
import { ALL_INCOMING, RECORDED_ON_REQUEST } from "./incoming-events";
import { EVENT_RETENTION_DAYS, EXAMINED_EVENTS } from "./rules";

/** Marks an event that its account triggered as a test. Absent from others. */
export const testMark = z.literal(true).optional().meta({
  description: "Present if you triggered it: nothing happened.",
});

/** Marks an event of a sandbox. Absent from live events. */
export const sandboxMark = z.literal(false).optional().meta({
  description: "Present if it happened in a sandbox.",
});

/** A recorded event, in the fields of the envelope (docs/contract.md#events-and-deliveries). */
export const eventRecord = z
  .object({
    eventId: z.string().meta({ description: "As in its deliveries.", example: "evt_0VhQ3kTyZyXwVuTsRqPoNm" }),
    event: z.string().meta({ example: "post.created" }),
    created: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()).meta({ description: "As in its deliveries." }),
    test: testMark,
    livemode: sandboxMark,
  })
  .meta({
    example: {
      eventId: "evt_0VhQ3kTyZyXwVuTsRqPoNm",
      event: "post.created",
      created: "2026-11-21T09:30:00.000Z",
      data: { postId: "post_0VhQ3kTzAbCdEfGhIjKlMn" },
    },
  });

export const eventTrigger = z.strictObject({
  event: z.enum(SUBSCRIBABLE_EVENTS).meta({ description: "The event's name.", example: "post.created" }),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description: "Fields of the event's `data` to use instead of made-up ones.",
      example: { postId: "post_0VhQ3kTzAbCdEfGhIjKlMn" },
    }),
});

export const logSubscription = z.strictObject({
  events: z
    .array(z.enum(RECORDED_ON_REQUEST, { error: `An event is one of ${RECORDED_ON_REQUEST.join(", ")}` }))
    .min(1, "events needs at least one entry")
    .transform((names) => [...new Set(names)])
    .meta({
      description: "Events that happen to you. What you do is in the log anyway.",
      example: [ALL_INCOMING],
    }),
});

const FILTERABLE = [...SUBSCRIBABLE_EVENTS, ALL_EVENTS, ALL_INCOMING] as const;

export const eventsQuery = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: `The last \`eventId\` you received, or a time such as 2026-11-21T09:30:00Z. If omitted, the list starts with the oldest event of the last ${EVENT_RETENTION_DAYS} days.`,
    }),
  types: z
    .string()
    .transform((types) => [...new Set(types.split(","))])
    .pipe(z.array(z.enum(FILTERABLE, { error: `An event is one of ${FILTERABLE.join(", ")}` })))
    .optional()
    .meta({
      description: `Only events of these names, separated by commas, and \`${LOG_INTERRUPTED}\`. A page looks at ${EXAMINED_EVENTS.toLocaleString("en")} events at most, so it may have fewer items than \`limit\`, or none, and still a \`nextCursor\`.`,
      example: "incoming.mention,incoming.comment",
      override: { type: "string" },
    }),
});

export type EventRecord = z.output<typeof eventRecord>;
