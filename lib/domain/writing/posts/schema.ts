import { z } from "zod";
import { person } from "@/lib/domain/accounts/users/schema";
import { text, visibleLine } from "@/lib/domain/kernel/text/schema";
import { preview } from "@/lib/domain/writing/previews/schema";
import { altText, attachedMedia, mediaId } from "@/lib/domain/writing/media/schema";
import { MAX_CONTENT, MAX_MEDIA, MAX_READ_AT_ONCE, MAX_WARNING } from "./rules";

const shortText = text("content", { max: MAX_CONTENT });

/** Text of a post or comment. */
export const content = shortText
  .refine((text) => text !== "", "content needs at least one visible character")
  .meta({
    description: `1-${MAX_CONTENT} characters (Unicode code points) after trimming.`,
    example: "Hello from the board",
    override: { minLength: 1, maxLength: MAX_CONTENT },
  });

export const audience = z.enum(["PUBLIC", "FOLLOWERS", "PRIVATE"]).meta({ description: "Who can see the post." });

export const warning = visibleLine("warning", { min: 1, max: MAX_WARNING })
  .nullable()
  .meta({
    description: `A line of 1-${MAX_WARNING} characters. What is behind it, images too, stays closed until a reader opens it. Null for none.`,
    example: null,
  });

const mediaIds = z
  .array(mediaId)
  .max(MAX_MEDIA, `media_ids has at most ${MAX_MEDIA} entries`)
  .optional()
  .meta({ description: `Up to ${MAX_MEDIA} ids from POST /api/v1/images, in display order.` });

/** docs/contract.md#posts */
export const newPost = z
  .strictObject({
    content: shortText.optional().meta({
      description: `1-${MAX_CONTENT} characters after trimming. Optional if \`media_ids\` has at least one entry.`,
      example: "Hello from the board",
      override: { type: "string" },
    }),
    media_ids: mediaIds,
    audience: audience.default("PUBLIC"),
    warning: warning.optional(),
    quote_id: z.string().optional().meta({
      description: "The public post that it quotes, if that post's author lets you.",
      example: "post_0VhQ3kTzAbCdEfGhIjKlMn",
    }),
  })
  .refine(({ content, media_ids }) => content || media_ids?.length, {
    path: ["content"],
    error: "content is required when there is no entry in media_ids",
    // Reported beside other errors, unless one of these two fields is the invalid one.
    when: ({ value, issues }) =>
      typeof value === "object" && !issues.some(({ path }) => path?.[0] === "content" || path?.[0] === "media_ids"),
  });

const changedContent = shortText.optional().meta({
  description: `1-${MAX_CONTENT} characters after trimming. May be empty if the post has images.`,
  example: "Hello from the board",
  override: { type: "string" },
});

/** What can change of a post until it is posted. */
export const scheduledParts = {
  content: changedContent,
  media_ids: mediaIds.meta({
    description: `All images that it will have, up to ${MAX_MEDIA}, in display order: its own, and others from POST /api/v1/images.`,
  }),
  audience: audience.optional(),
  warning: warning.optional(),
};

/** Omitted fields stay unchanged (docs/contract.md#posts). */
export const postChanges = z
  .strictObject({
    content: changedContent,
    media: z
      .array(z.strictObject({ id: mediaId, alt: altText }))
      .max(MAX_MEDIA, `media has at most ${MAX_MEDIA} entries`)
      .optional()
      .meta({ description: "New alternative texts of the post's images. Others keep theirs. Images cannot be added." }),
    remove_media_ids: z
      .array(mediaId)
      .max(MAX_MEDIA, `remove_media_ids has at most ${MAX_MEDIA} entries`)
      .optional()
      .meta({ description: "Images of the post to take out of it. They are deleted." }),
    warning: warning.optional(),
  })
  .meta({ id: "PostChanges" });

export const postsQuery = z.object({
  ids: z
    .string()
    .transform((ids) => [...new Set(ids.split(","))])
    .pipe(z.array(z.string().max(64)).max(MAX_READ_AT_ONCE, `ids names at most ${MAX_READ_AT_ONCE} posts`))
    .optional()
    .meta({
      description: `Up to ${MAX_READ_AT_ONCE} ids, separated by commas: instead of your posts, returns these, whoever wrote them, in this order and on one page. Those that you cannot get are left out.`,
      example: "post_0VhQ3kTzAbCdEfGhIjKlMn,post_0VhQ3kU0ZyXwVuTsRqPoNm",
      override: { type: "string" },
    }),
});

const moment = z.iso.datetime();
const count = z.number().int().min(0);

/** Exactly these four fields (docs/contract.md#post). */
export const createdPost = z
  .object({
    id: z.string().meta({ example: "post_0VhQ3kTzAbCdEfGhIjKlMn" }),
    content: z.string().meta({ description: "Empty if the post only has images.", example: "Hello from the board" }),
    audience,
    createdAt: moment,
  })
  .meta({ id: "CreatedPost", description: "The new post." });

const plainPost = createdPost.extend({
  tags: z.array(z.string()).meta({ description: "Its hashtags, folded, in order.", example: ["brass"] }),
  metrics: z
    .object({ likes: count, comments: count, reposts: count, quotes: count, views: count })
    .meta({ id: "PostMetrics", description: "How often people did what to a post." }),
  media: z.array(attachedMedia),
  editedAt: moment.nullable().meta({ description: "When it was last edited. Null if it never was.", example: null }),
  warning: z.string().nullable().meta({
    description: "What readers should know before they open it, images too. Null for none.",
    example: null,
  }),
  pinned: z.boolean().meta({ description: "Whether it is pinned to its author's profile.", example: false }),
});

const quotedPost = plainPost.extend({ author: person }).meta({
  id: "QuotedPost",
  description: "A post in one that quotes it: as by itself, without what it quotes or links to.",
});

const quote = z
  .object({
    id: z.string().meta({ description: "The quoted post.", example: "post_0VhQ3kTzAbCdEfGhIjKlMn" }),
    post: quotedPost.nullable().meta({
      description:
        "Null where you may not see it or muted its author, where it was deleted, or its author withdrew it from here.",
    }),
  })
  .meta({ id: "Quote", description: "The post that another quotes." });

export const ownPost = plainPost
  .extend({
    quote: quote.nullable().meta({ description: "The post that it quotes. Null if it quotes none.", example: null }),
    preview: preview.nullable().meta({
      description: "What its first link leads to. Null if that has no preview, or none yet.",
      example: null,
    }),
    author: person.optional().meta({ description: "Only where posts of others may be listed, too." }),
  })
  .meta({ id: "OwnPost", description: "One of your own posts, or one of those that you named." });

export const post = ownPost.extend({ author: person }).meta({ id: "Post", description: "A post with its author." });

export const bookmarkedPost = post
  .extend({ bookmarkedAt: moment })
  .meta({ id: "BookmarkedPost", description: "A post with its author and the time you bookmarked it." });

/** Whom a text mentions: the handle as written → its owner's current handle. Null if nobody is mentioned. */
export const mentions = z.record(z.string(), z.string()).nullable();

export const timelinePost = post.extend({
  /** With the path of what is on this site. */
  preview: preview.extend({ path: z.string().nullable() }).nullable(),
  mentions,
  /** Identifies the entry in its list: a post and a repost of it are two entries. */
  key: z.string(),
  /** When it entered the list: posted, reposted or bookmarked. */
  shownAt: z.iso.datetime(),
  repostedBy: person.nullable(),
  /** Moderators hid it from everybody but its author. */
  hidden: z.boolean().optional(),
  /** It was written elsewhere, and brought here. */
  imported: z.boolean().optional(),
  viewer: z.object({
    liked: z.boolean(),
    reposted: z.boolean(),
    bookmarked: z.boolean(),
    quotable: z.boolean(),
    muted: z.boolean(),
  }),
});

/** What changes about an open post. */
export const postCounts = timelinePost.pick({ metrics: true, viewer: true });

export const pinState = z
  .object({ pinned: z.boolean() })
  .meta({ id: "PinState", description: "Whether the post is pinned to your profile." });

export const feedName = z.enum(["for-you", "everyone"]);

/** The content of a post between two edits. */
export const postVersionEntry = z
  .object({
    version: z.number().int().min(1).meta({ description: "Counts up from 1, the post as it was made.", example: 1 }),
    content: z.string().meta({ example: "Hello from the bored" }),
    warning: z.string().nullable().meta({ example: null }),
    media: z
      .array(attachedMedia.pick({ id: true, alt: true }))
      .meta({ description: "The images' texts at that time." }),
    createdAt: moment.meta({ description: "When it became this." }),
  })
  .meta({ id: "PostVersion", description: "What a post said until it was edited, or says now." });

export type NewPost = z.output<typeof newPost>;
export type PostChanges = z.output<typeof postChanges>;
export type PostVersionEntry = z.output<typeof postVersionEntry>;
export type PostCounts = z.output<typeof postCounts>;
export type PinState = z.output<typeof pinState>;
export type CreatedPost = z.output<typeof createdPost>;
export type OwnPost = z.output<typeof ownPost>;
export type QuotedPost = z.output<typeof quotedPost>;
export type Post = z.output<typeof post>;
export type TimelinePost = z.output<typeof timelinePost>;
export type FeedName = z.output<typeof feedName>;
