import { z } from "zod";
import type { IncomingKind } from "@/lib/infra/prisma/enums";

const doer = {
  userId: z.string().meta({ description: "Who did it.", example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ description: "Their handle at that time.", example: "ada" }),
  automated: z.boolean().meta({ description: "Whether a program runs their account.", example: false }),
};
const postId = z.string().meta({ example: "post_0VhQ3kTzAbCdEfGhIjKlMn" });
const commentId = z.string().meta({ example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" });

const onPost = z.object({ ...doer, postId });

/** What the event of each kind of act says, and of the act that undoes it. */
const KINDS = {
  follow: { done: "Somebody followed you.", undone: "Somebody unfollowed you.", data: z.object(doer) },
  like: { done: "Somebody liked a post of yours.", undone: "Somebody took back their like.", data: onPost },
  comment: {
    done: "Somebody commented on a post of yours, or replied to a comment of yours.",
    undone: "Such a comment was deleted.",
    data: z.object({
      ...doer,
      postId,
      commentId,
      parentId: z.string().nullable().meta({ description: "The comment it replies to, or null.", example: null }),
    }),
  },
  mention: {
    done: "Somebody mentioned you in a post, a comment or a room's message.",
    undone: "What mentioned you was deleted, or edited so that it no longer does.",
    data: z.object({
      ...doer,
      postId: postId.nullable().meta({ description: "The post, or the comment's post; null for a message." }),
      commentId: z.string().nullable().meta({ description: "The comment, if it is one.", example: null }),
      messageId: z.string().nullable().meta({ description: "The message, if it is one.", example: null }),
      roomCode: z.string().nullable().meta({ description: "The message's room.", example: null }),
    }),
  },
  repost: { done: "Somebody reposted a post of yours.", undone: "Somebody took back their repost.", data: onPost },
} as const satisfies Record<IncomingKind, { done: string; undone: string; data: z.ZodType }>;

export type IncomingEventName = `incoming.${IncomingKind}${"" | ".undone"}`;

/** The event that tells of an act, or that it was undone. */
export function incomingEventName(kind: IncomingKind, stands: boolean): IncomingEventName {
  return stands ? `incoming.${kind}` : `incoming.${kind}.undone`;
}

/** Subscribes to every event about what others do. */
export const ALL_INCOMING = "incoming.*";

/**
 * Events about what others do to an account. Endpoints ask for them by name: `*` does not include them
 * (docs/contract.md#what-others-do).
 */
export const incomingEvents = Object.fromEntries(
  (Object.keys(KINDS) as IncomingKind[]).flatMap((kind) => {
    const { done, undone, data } = KINDS[kind];
    return [
      [incomingEventName(kind, true), { summary: done, data }],
      [incomingEventName(kind, false), { summary: undone, data }],
    ];
  }),
) as Record<IncomingEventName, { summary: string; data: z.ZodType }>;

export const INCOMING_EVENTS = Object.keys(incomingEvents) as IncomingEventName[];
