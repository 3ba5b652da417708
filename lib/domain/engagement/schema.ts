import { z } from "zod";
import { type bookmarkedPost, content } from "@/lib/domain/posts/schema";
import { person } from "@/lib/domain/users/schema";

const count = z.number().int().min(0);

export const likeState = z
  .object({
    liked: z.boolean(),
    likeCount: count.meta({ description: "The post's likes, yours among them.", example: 12 }),
  })
  .meta({ id: "LikeState", description: "Where your like stands now." });
export const bookmarkState = z
  .object({ bookmarked: z.boolean() })
  .meta({ id: "BookmarkState", description: "Where your bookmark stands now." });
export const repostState = z.object({ reposted: z.boolean(), repostCount: count });

/** The body that comments on a post (4.3). */
export const newComment = z
  .strictObject({
    content,
    parent_id: z
      .string()
      .optional()
      .meta({ description: "The comment that this one replies to: one of the same post." }),
  })
  .meta({ id: "NewComment" });

/** Filters the comments of a post. */
export const threadQuery = z.object({
  parent_id: z
    .string()
    .optional()
    .meta({ description: "Lists the replies to this comment in place of the top-level comments." }),
});

/** A comment (2.3), with its place in the thread. */
export const comment = z
  .object({
    id: z.string().meta({ example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" }),
    content: z.string().meta({ example: "Well said." }),
    createdAt: z.iso.datetime(),
    author: person,
    parentId: z
      .string()
      .nullable()
      .meta({ description: "The comment it replies to; null at the top level.", example: null }),
    replyCount: count.meta({ example: 2 }),
  })
  .meta({ id: "Comment", description: "A comment on a post." });

export type LikeState = z.output<typeof likeState>;
export type BookmarkState = z.output<typeof bookmarkState>;
export type RepostState = z.output<typeof repostState>;
export type NewComment = z.output<typeof newComment>;
export type Comment = z.output<typeof comment>;
export type BookmarkedPost = z.output<typeof bookmarkedPost>;
