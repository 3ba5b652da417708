import { z } from "zod";
import { TEST_EVENT } from "@/lib/domain/webhooks/rules";
import { EVENTS, PUBLIC_EVENTS } from "./catalog";

const recorded = z
  .string()
  .meta({
    description: "The event's id, the same for all your endpoints and in GET /api/v1/events.",
    example: "evt_0VhQ3kTyZyXwVuTsRqPoNm",
  });

/** What webhooks deliver, and the schema of the whole body of each (2.13). */
export const DELIVERED = [
  ...PUBLIC_EVENTS.map((name) => delivered(name, EVENTS[name])),
  delivered(TEST_EVENT, {
    summary: "You asked for a test. It is no event: nothing subscribes to it, and its `eventId` is null.",
    data: z.object({ endpointId: z.string().meta({ example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" }) }),
    eventId: z.null(),
  }),
];

interface Delivered {
  summary: string;
  data: z.ZodType;
  eventId?: z.ZodType;
}

/** `eventId` and `sequence` are our additions. */
function delivered(name: string, { summary, data, eventId = recorded }: Delivered) {
  const body = z
    .object({
      id: z
        .string()
        .meta({
          description: "The delivery's own id, the same at every attempt: act on each id once.",
          example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
        }),
      event: z.literal(name),
      created: z.iso.datetime().meta({ description: "When it happened." }),
      data,
      eventId,
      sequence: z
        .number()
        .int()
        .min(1)
        .meta({ description: "Counts an endpoint's deliveries: a gap tells that one is missing.", example: 42 }),
    })
    .meta({ id: `${pascal(name)}Event`, description: summary });
  return { name, summary, body };
}

/** `PostCreated` of `post.created`. */
function pascal(name: string): string {
  return name.replace(/(^|[._])(\w)/g, (_match, _gap, letter: string) => letter.toUpperCase());
}
