import { z } from "zod";
import { EVENT_RETENTION_DAYS } from "./rules";

/** A recorded event, in the fields of the envelope (docs/contract.md#events-and-deliveries). */
export const eventRecord = z
  .object({
    eventId: z
      .string()
      .meta({ description: "The same `eventId` as in its deliveries.", example: "evt_0VhQ3kTyZyXwVuTsRqPoNm" }),
    event: z.string().meta({ example: "post.created" }),
    created: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()).meta({ description: "The same `data` as in its deliveries." }),
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

export const eventsQuery = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: `The last \`eventId\` you received, or a time such as 2026-11-21T09:30:00Z. If omitted, the list starts with the oldest event of the last ${EVENT_RETENTION_DAYS} days.`,
    }),
});

export type EventRecord = z.output<typeof eventRecord>;
