import { z } from "zod";

const postId = z.string().meta({ example: "post_0VhQ3kTzAbCdEfGhIjKlMn" });
const followed = z.object({
  userId: z.string().meta({ description: "Whom.", example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ example: "ada" }),
});

/**
 * Everything that happens. A `public` event goes to webhooks and is what `*` subscribes to (6); an `internal` one only
 * has consequences inside. `data` is the envelope's `data`.
 */
export const EVENTS = {
  "post.created": {
    audience: "public",
    summary: "You created a post, through the API or in the app.",
    data: z.object({ postId }),
  },
  "post.deleted": { audience: "public", summary: "You deleted one of your posts.", data: z.object({ postId }) },
  "follow.created": { audience: "public", summary: "You followed somebody.", data: followed },
  "follow.deleted": { audience: "public", summary: "You unfollowed somebody.", data: followed },
  "like.created": { audience: "public", summary: "You liked a post.", data: z.object({ postId }) },
  "comment.created": {
    audience: "public",
    summary: "You commented on a post, or replied to a comment.",
    data: z.object({
      postId,
      commentId: z.string().meta({ example: "comment_0VhQ3kU0ZyXwVuTsRqPoNm" }),
      parentId: z.string().nullable().meta({ description: "The comment that it replies to, or null.", example: null }),
    }),
  },
  "bookmark.created": { audience: "public", summary: "You bookmarked a post.", data: z.object({ postId }) },
  "like.deleted": { audience: "internal", summary: "A like was taken back.", data: z.object({ postId }) },
  "repost.created": { audience: "internal", summary: "A post was reposted.", data: z.object({ postId }) },
  "repost.deleted": { audience: "internal", summary: "A repost was taken back.", data: z.object({ postId }) },
  "user.mentioned": {
    audience: "internal",
    summary: "People were named in a post or comment.",
    data: z.object({ userIds: z.array(z.string()) }),
  },
  "drop.played": { audience: "internal", summary: "A ball was dropped.", data: z.object({ dropId: z.string() }) },
} as const satisfies Record<string, { audience: "public" | "internal"; summary: string; data: z.ZodType }>;

export type EventName = keyof typeof EVENTS;
export type EventData<E extends EventName> = z.output<(typeof EVENTS)[E]["data"]>;
export type PublicEventName = {
  [E in EventName]: (typeof EVENTS)[E]["audience"] extends "public" ? E : never;
}[EventName];

export const PUBLIC_EVENTS = (Object.keys(EVENTS) as EventName[]).filter(
  (name): name is PublicEventName => EVENTS[name].audience === "public",
);

/** Stands for every public event in a subscription. */
export const ALL_EVENTS = "*";
