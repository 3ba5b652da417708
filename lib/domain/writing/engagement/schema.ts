import { z } from "zod";
import { type bookmarkedPost, content } from "@/lib/domain/writing/posts/schema";
import { person } from "@/lib/domain/accounts/users/schema";

const count = z.number().int().min(0);

export const likeState = z
  .object({
    liked: z.boolean(),
    likeCount: count.meta({ description: "Total likes of the post, including yours.", example: 12 }),
  })
  .meta({ id: "LikeState", description: "Whether you like the post." });
export const bookmarkState = z
  .object({ bookmarked: z.boolean() })
  .meta({ id: "BookmarkState", description: "Whether you bookmarked the post." });
export const repostState = z
  .object({
    reposted: z.boolean(),
    repostCount: count.meta({ description: "Total reposts of the post, including yours.", example: 3 }),
  })
  .meta({ id: "RepostState", description: "Whether you reposted the post." });

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
    replyCount: count.meta({ example: 2 }),
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

export type LikeState = z.output<typeof likeState>;
export type BookmarkState = z.output<typeof bookmarkState>;
export type RepostState = z.output<typeof repostState>;
export type CommentChanges = z.output<typeof commentChanges>;
export type NewComment = z.output<typeof newComment>;
export type Comment = z.output<typeof comment>;
export type BookmarkedPost = z.output<typeof bookmarkedPost>;
