import { z } from "zod";
import { SUBSCRIBABLE_EVENTS } from "./catalog";
import { ALL_INCOMING, RECORDED_ON_REQUEST } from "./incoming-events";
import { EVENT_RETENTION_DAYS } from "./rules";

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
    id: "EventRecord",
    description: "An event on your account.",
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

export const eventsQuery = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: `The last \`eventId\` you received, or a time such as 2026-11-21T09:30:00Z. If omitted, the list starts with the oldest event of the last ${EVENT_RETENTION_DAYS} days.`,
    }),
});

export type EventRecord = z.output<typeof eventRecord>;
