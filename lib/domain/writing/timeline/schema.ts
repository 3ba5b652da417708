import { z } from "zod";
import { comment } from "@/lib/domain/writing/engagement/schema";
import { post } from "@/lib/domain/writing/posts/schema";
import { person } from "@/lib/domain/accounts/users/schema";

/** Whom a text mentions: the handle as written → its owner's current handle. Null if nobody is mentioned. */
const mentions = z.record(z.string(), z.string()).nullable();

export const timelinePost = post.extend({
  mentions,
  /** Identifies the entry in its list: a post and a repost of it are two entries. */
  key: z.string(),
  /** When it entered the list: posted, reposted or bookmarked. */
  shownAt: z.iso.datetime(),
  repostedBy: person.nullable(),
  /** Moderators hid it from everybody but its author. */
  hidden: z.boolean().optional(),
  viewer: z.object({ liked: z.boolean(), reposted: z.boolean(), bookmarked: z.boolean() }),
});

export type TimelinePost = z.output<typeof timelinePost>;

export const feedName = z.enum(["for-you", "everyone"]);

export type FeedName = z.output<typeof feedName>;

export const timelineComment = comment.extend({
  mentions,
  hidden: z.boolean().optional(),
});

/** A top-level comment with its newest replies, in chronological order. */
export const thread = timelineComment.extend({ replies: z.array(timelineComment) });

export type TimelineComment = z.output<typeof timelineComment>;

export type Thread = z.output<typeof thread>;
