import { z } from "zod";
import { EVENT_RETENTION_DAYS } from "./rules";

/** What was recorded of an event, in the words of the envelope (2.13). */
export const eventRecord = z
  .object({
    eventId: z.string().meta({ description: "The `eventId` that every delivery of it carries." }),
    event: z.string(),
    created: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()).meta({ description: "As in its deliveries." }),
  })
  .meta({
    id: "EventRecord",
    description: "Something that your account did.",
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
      description: `The \`eventId\` that you had last, or a time such as 2026-11-21T09:30:00Z. Left out, the list begins with the oldest event kept, of ${EVENT_RETENTION_DAYS} days.`,
    }),
});

export type EventRecord = z.output<typeof eventRecord>;
