import { z } from "zod";
import { MAX_TOPICS } from "./rules";

const NAME = /^(me|room:[A-HJ-NP-Z2-9]{6})$/;
const MAX_ID_LENGTH = 1000;

/** `?topics=room:CODE,me`: deduplicated, a room's code in any case. */
const topics = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((name) => name.trim().replace(/^room:.*$/, roomInCapitals)))])
  .refine((names) => names.every((name) => NAME.test(name)), "topics must be me or room:CODE, separated by commas")
  .refine((names) => names.length <= MAX_TOPICS, `topics may name at most ${MAX_TOPICS}`)
  .meta({ description: `\`me\` and \`room:CODE\`, separated by commas; at most ${MAX_TOPICS}.` });

function roomInCapitals(name: string): string {
  return `room:${name.slice("room:".length).toUpperCase()}`;
}

export const liveQuery = z.object({
  topics,
  lastEventId: z
    .string()
    .max(MAX_ID_LENGTH)
    .optional()
    .meta({ description: "The `id` of the last event received, for clients that send no `Last-Event-ID`." }),
});
