import { z } from "zod";
import { moment } from "@/lib/domain/kernel/moment";
import { attachedMedia } from "@/lib/domain/writing/media/schema";
import { createdPost, newPost, scheduledParts } from "@/lib/domain/writing/posts/schema";
import { FAILURES, type Failure } from "./rules";

/** Half a year after the documents were made, on the first of a month: no moment stays ahead. */
const EXAMPLE = ((made: Date) => new Date(Date.UTC(made.getUTCFullYear(), made.getUTCMonth() + 6, 1, 9)))(new Date());
export const EXAMPLE_MOMENT = EXAMPLE.toISOString();

const publishAt = moment.meta({
  description: "When it goes out: 5 minutes to a year ahead, in ISO 8601.",
  example: EXAMPLE_MOMENT,
});

/** docs/contract.md#posts */
export const newPostOrScheduled = newPost
  .safeExtend({
    publish_at: publishAt.optional().meta({
      description:
        "When it goes out: 5 minutes to a year ahead, in ISO 8601. Then the response is a 202 with the scheduled post. Without it, the post goes out at once.",
      example: undefined,
    }),
  })
  .meta({ id: "NewPost" });

export const newScheduledPost = newPost.safeExtend({ publish_at: publishAt }).meta({ id: "NewScheduledPost" });

/** Omitted fields stay unchanged (docs/contract.md#scheduled-posts). */
export const scheduledPostChanges = z
  .strictObject({ ...scheduledParts, publish_at: publishAt.optional() })
  .meta({ id: "ScheduledPostChanges" });

/** It has every field of a created post, with the same meaning. */
export const scheduledPost = createdPost
  .extend({
    warning: z.string().nullable().meta({
      description: "What readers should know before they open it, images too. Null for none.",
      example: null,
    }),
    media: z.array(attachedMedia),
    quoteId: z.string().nullable().meta({ description: "The post that it will quote. Null for none.", example: null }),
    publishAt: z.iso.datetime().meta({ description: "When it goes out.", example: EXAMPLE_MOMENT }),
    failure: z
      .object({ code: z.enum(Object.keys(FAILURES) as [Failure, ...Failure[]]), message: z.string() })
      .nullable()
      .meta({ description: "Why it could not be posted at its moment. Null while it waits.", example: null }),
  })
  .meta({ id: "ScheduledPost", description: "A post of yours that waits for its moment, or was not posted then." });

export type NewPostOrScheduled = z.output<typeof newPostOrScheduled>;
export type NewScheduledPost = z.output<typeof newScheduledPost>;
export type ScheduledPostChanges = z.output<typeof scheduledPostChanges>;
export type ScheduledPost = z.output<typeof scheduledPost>;
