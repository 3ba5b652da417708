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

/** What others do, each with the event for doing it and the event for undoing it. */
const acts = {
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
      postId: postId
        .nullable()
        .meta({ ...postId.meta(), description: "The post, or the comment's post; null for a message." }),
      commentId: z.string().nullable().meta({ description: "The comment, if it is one.", example: null }),
      messageId: z.string().nullable().meta({ description: "The message, if it is one.", example: null }),
      roomCode: z.string().nullable().meta({ description: "The message's room.", example: null }),
    }),
  },
  repost: { done: "Somebody reposted a post of yours.", undone: "Somebody took back their repost.", data: onPost },
  quote: {
    done: "Somebody quoted a post of yours.",
    undone: "Such a quote was deleted, or you withdrew your post from it.",
    data: onPost.extend({
      quoteId: z.string().meta({ description: "The post that quotes yours.", example: "post_0VhQ3kU0ZyXwVuTsRqPoNm" }),
    }),
  },
} as const satisfies Partial<Record<IncomingKind, { done: string; undone: string; data: z.ZodType }>>;

/** What happens to an account and cannot be undone. */
const occurrences = {
  sale: {
    name: "build.sold",
    summary: "Somebody bought a build of yours.",
    data: z.object({
      ...doer,
      buildId: z.string().meta({ example: "build_0VhQ3kTzAbCdEfGhIjKlMn" }),
      price: z.number().int().meta({ description: "The coins that you were paid.", example: 25 }),
    }),
  },
  quest: {
    name: "quest.finished",
    summary: "You finished a quest of the day.",
    data: z.object({
      questKey: z.string().meta({ example: "post" }),
      day: z.iso.date().meta({ description: "The day of the quest, in UTC.", example: "2026-11-21" }),
      xp: z.number().int().meta({ description: "The XP that you earned.", example: 20 }),
      coins: z.number().int().meta({ description: "The coins that you can claim.", example: 2 }),
    }),
  },
  bet: {
    name: "bet.settled",
    summary: "A ball that you dropped has landed.",
    data: z.object({
      dropId: z.string().meta({ example: "drop_0VhQ3kTzAbCdEfGhIjKlMn" }),
      bin: z.number().int().meta({ description: "The bin that you chose.", example: 2 }),
      landedBin: z.number().int().meta({ description: "The bin in which it landed.", example: 2 }),
      amount: z.number().int().meta({ description: "The stake.", example: 5 }),
      won: z.boolean(),
      payout: z.number().int().meta({ description: "Twice the stake, or 0.", example: 10 }),
    }),
  },
  notification: {
    name: "notification.created",
    summary: "You were notified of something, as in the list of your notifications.",
    data: z.object({
      ...doer,
      notificationId: z.string().meta({ example: "ntf_0VhQ3kTzAbCdEfGhIjKlMn" }),
      type: z.string().meta({ description: "What it is of, as in the list.", example: "LIKE" }),
    }),
  },
} as const satisfies Partial<Record<IncomingKind, { name: string; summary: string; data: z.ZodType }>>;

type ActKind = keyof typeof acts;
type OccurrenceKind = keyof typeof occurrences;
type IncomingEventName = `incoming.${ActKind}${"" | ".undone"}` | (typeof occurrences)[OccurrenceKind]["name"];

export const OCCURRENCES = Object.keys(occurrences) as OccurrenceKind[];

function isOccurrence(kind: IncomingKind): kind is OccurrenceKind {
  return Object.hasOwn(occurrences, kind);
}

/** Returns the name of the event for an act, or for its undoing. */
export function incomingEventName(kind: IncomingKind, isActive: boolean): IncomingEventName {
  if (isOccurrence(kind)) return occurrences[kind].name;
  return isActive ? `incoming.${kind}` : `incoming.${kind}.undone`;
}

export const ALL_INCOMING = "incoming.*";

export function waysToAsk(kind: IncomingKind): string[] {
  if (isOccurrence(kind)) return [occurrences[kind].name];
  return [incomingEventName(kind, true), incomingEventName(kind, false), ALL_INCOMING];
}

/** Endpoints ask for them by name: `*` does not include them (docs/contract.md#what-happens-to-you). */
export const incomingEvents = Object.fromEntries([
  ...(Object.keys(acts) as ActKind[]).flatMap((kind) => {
    const { done, undone, data } = acts[kind];
    return [
      [incomingEventName(kind, true), { summary: done, data }],
      [incomingEventName(kind, false), { summary: undone, data }],
    ];
  }),
  ...Object.values(occurrences).map(({ name, summary, data }) => [name, { summary, data }]),
]) as Record<IncomingEventName, { summary: string; data: z.ZodType }>;

export const INCOMING_EVENTS = Object.keys(incomingEvents) as IncomingEventName[];

/** The events that a log records only if its account asks for them. */
export const RECORDED_ON_REQUEST = [...INCOMING_EVENTS, ALL_INCOMING] as const;
