import { z } from "zod";
import { MAX_ALT } from "./rules";

const altMessage = `alt has at most ${MAX_ALT} characters`;

/** What goes with the file of an upload. */
export const imageFields = z.strictObject({
  alt: z
    .string()
    .trim()
    .refine((text) => [...text].length <= MAX_ALT, altMessage)
    .optional()
    .meta({ description: `What the image shows, for people who cannot see it: up to ${MAX_ALT} characters.` }),
});

/** An uploaded image (2.11). */
export const mediaItem = z
  .object({
    id: z.string().meta({ description: "Goes into `media_ids` of a post.", example: "media_0VhQ3kTx9KqLpWmNbVcXzA" }),
    type: z.literal("image"),
    expires_at: z.iso.datetime().meta({ description: "When it ends, unless a post has it by then." }),
  })
  .meta({ id: "MediaItem", description: "An uploaded image that waits for a post." });

export type ImageFields = z.output<typeof imageFields>;
export type MediaItem = z.output<typeof mediaItem>;
