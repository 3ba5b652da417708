import { z } from "zod";
import { foldCode } from "@/lib/domain/kernel/text/folding";
import { MAX_TOPICS } from "./rules";

const NAME = /^(me|room:[A-HJ-NP-Z2-9]{6})$/;
const MAX_ID_LENGTH = 1000;

/** `?topics=room:CODE,me`: deduplicated, a room's code however it was typed. */
const topics = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((name) => name.trim().replace(/^room:.*$/, roomOfTyped)))])
  .refine((names) => names.every((name) => NAME.test(name)), "topics must be me or room:CODE, separated by commas")
  .refine((names) => names.length <= MAX_TOPICS, `topics may name at most ${MAX_TOPICS}`)
  .meta({ description: `\`me\` and \`room:CODE\`, separated by commas; at most ${MAX_TOPICS}.` });

function roomOfTyped(name: string): string {
  return `room:${foldCode(name.slice("room:".length))}`;
}

export const liveQuery = z.object({
  topics,
  lastEventId: z
    .string()
    .max(MAX_ID_LENGTH)
    .optional()
    .meta({ description: "The `id` of the last event received, for clients that send no `Last-Event-ID`." }),
});
