import { z } from "zod";
import { limitQuery } from "@/lib/domain/kernel/page/schema";
import { COUNTED_MS, MAX_COUNTED, TAGS_LIMIT } from "./rules";
import { DAY_MS } from "@/lib/domain/kernel/durations";

const counted = `in the last ${COUNTED_MS / DAY_MS} days, of the ${MAX_COUNTED.toLocaleString("en-US")} newest`;

/** A tag in a list. */
export const listedTag = z
  .object({
    tag: z.string().meta({ description: "What all spellings have in common.", example: "brass" }),
    name: z.string().meta({ description: "As it was first written.", example: "Brass" }),
    following: z.boolean().meta({ description: "Whether its posts are in your home feed." }),
  })
  .meta({ id: "ListedTag", description: "A tag in a list." });

/** docs/contract.md#tags */
export const tag = listedTag
  .extend({
    posts: z
      .number()
      .int()
      .min(0)
      .meta({ description: `Public posts with it ${counted}.`, example: 12 }),
    people: z.number().int().min(0).meta({ description: "People who wrote those.", example: 7 }),
  })
  .meta({ id: "Tag", description: "A hashtag, and how much it is used." });

export const tagsQuery = z.object({
  q: z.string().optional().meta({
    description: "The letters that a tag begins with. Without them, returns what is trending.",
    example: "bra",
  }),
  limit: limitQuery(TAGS_LIMIT),
});

export const foundTags = z
  .object({ data: z.array(listedTag) })
  .meta({ id: "FoundTags", description: "Tags, the most used first." });

export const tagFollowState = z.object({ following: z.boolean() });

export type ListedTag = z.output<typeof listedTag>;
export type Tag = z.output<typeof tag>;
export type TagFollowState = z.output<typeof tagFollowState>;
