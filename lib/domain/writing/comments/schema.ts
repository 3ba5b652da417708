import { z } from "zod";
import { content, mentions } from "@/lib/domain/writing/posts/schema";
import { person } from "@/lib/domain/accounts/users/schema";

/** docs/contract.md#engagement */
export const newComment = z
  .strictObject({
    content,
    parent_id: z.string().optional().meta({ description: "The comment to reply to. Must be on the same post." }),
  })
  .meta({ id: "NewComment" });

export const commentChanges = z.strictObject({ content }).meta({ id: "CommentChanges" });

export const threadQuery = z.object({
  parent_id: z
    .string()
    .optional()
    .meta({ description: "Return the replies to this comment instead of top-level comments." }),
});

/** A comment (docs/contract.md#comment), with its position in the thread. */
export const comment = z
  .object({
    id: z.string().meta({ example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" }),
    content: z.string().meta({ example: "Well said." }),
    createdAt: z.iso.datetime(),
    author: person,
    parentId: z
      .string()
      .nullable()
      .meta({ description: "The comment it replies to, or null for a top-level comment.", example: null }),
    replyCount: z.number().int().min(0).meta({ example: 2 }),
    editedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When it was last edited. Null if it never was.", example: null }),
    deleted: z.boolean().meta({
      description:
        "Whether it was deleted, and only keeps the place above its replies. `content` and the author's `name` and `handle` are then `[deleted]`.",
      example: false,
    }),
  })
  .meta({ id: "Comment", description: "A comment on a post." });

export const timelineComment = comment.extend({
  mentions,
  hidden: z.boolean().optional(),
});

/** A top-level comment with its newest replies, in chronological order. */
export const thread = timelineComment.extend({ replies: z.array(timelineComment) });

export type TimelineComment = z.output<typeof timelineComment>;

export type Thread = z.output<typeof thread>;

export type CommentChanges = z.output<typeof commentChanges>;
export type NewComment = z.output<typeof newComment>;
export type Comment = z.output<typeof comment>;
