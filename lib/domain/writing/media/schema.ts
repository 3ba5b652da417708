import { z } from "zod";
import { text } from "@/lib/domain/kernel/text/schema";
import { MAX_ALT } from "./rules";

export const altText = text("alt", { max: MAX_ALT }).meta({
  description: `Alternative text: what the image shows, in up to ${MAX_ALT} characters.`,
});

export const imageFields = z.strictObject({ alt: altText.optional() });

/** docs/contract.md#media */
export const mediaItem = z
  .object({
    id: z
      .string()
      .meta({ description: "Use it in the `media_ids` of a post.", example: "media_0VhQ3kTx9KqLpWmNbVcXzA" }),
    type: z.literal("image"),
    expires_at: z.iso.datetime().meta({ description: "When the image is deleted unless it is attached to a post." }),
  })
  .meta({ id: "MediaItem", description: "An uploaded image, not yet attached to a post." });

export const mediaId = z.string().meta({ example: "media_0VhQ3kTx9KqLpWmNbVcXzA" });

export const attachedMedia = z
  .object({
    id: mediaId,
    type: z.literal("image"),
    url: z.url().meta({ example: "https://pegboard.example/api/media/media_0VhQ3kTx9KqLpWmNbVcXzA" }),
    width: z.number().int().min(1).meta({ description: "In pixels.", example: 1280 }),
    height: z.number().int().min(1).meta({ description: "In pixels.", example: 853 }),
    alt: z.string().meta({
      description: "Alternative text. May be empty.",
      example: "A brass ball on a pegboard",
    }),
  })
  .meta({ id: "PostMedia", description: "An image attached to a post or build." });

export type AttachedMedia = z.output<typeof attachedMedia>;
export type ImageFields = z.output<typeof imageFields>;
export type MediaItem = z.output<typeof mediaItem>;
