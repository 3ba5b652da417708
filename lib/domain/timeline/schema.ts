import { z } from "zod";
import { comment } from "@/lib/domain/engagement/schema";
import { post } from "@/lib/domain/posts/schema";
import { person } from "@/lib/domain/users/schema";

/** Whom a text mentions: the handle as written → the one its owner has now. Null where nobody was named. */
const mentions = z.record(z.string(), z.string()).nullable();

/** A post as one reader of the app sees it. */
export const timelinePost = post.extend({
  mentions,
  /** Where it stands in its list: a post and somebody's repost of it are two entries. */
  key: z.string(),
  /** When it came into the list: posted, reposted or bookmarked. */
  shownAt: z.iso.datetime(),
  repostedBy: person.nullable(),
  viewer: z.object({ liked: z.boolean(), reposted: z.boolean(), bookmarked: z.boolean() }),
});

export type TimelinePost = z.output<typeof timelinePost>;

/** The feeds of the front page. */
export const feedName = z.enum(["for-you", "everyone"]);

export type FeedName = z.output<typeof feedName>;

/** A comment as the app shows it. */
export const timelineComment = comment.extend({ mentions });

/** A top-level comment with the newest replies to it, in the order they were written. */
export const thread = timelineComment.extend({ replies: z.array(timelineComment) });

export type TimelineComment = z.output<typeof timelineComment>;

export type Thread = z.output<typeof thread>;
