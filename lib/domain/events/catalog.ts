import { z } from "zod";

const postId = z.string().meta({ example: "post_0VhQ3kTzAbCdEfGhIjKlMn" });
const commentData = z.object({
  postId,
  commentId: z.string().meta({ example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" }),
  parentId: z.string().nullable().meta({ description: "The comment it replies to, or null.", example: null }),
});
const followed = z.object({
  userId: z
    .string()
    .meta({ description: "The user you followed or unfollowed.", example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ example: "ada" }),
});
const player = z.object({
  userId: z.string().meta({ example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ example: "ada" }),
});
const duelPlayers = {
  duelId: z.string().meta({ example: "duel_0VhQ3kTzAbCdEfGhIjKlMn" }),
  challenger: player,
  opponent: player,
};

const hiddenPerson = z.object({ userId: z.string() });

const mutedWord = z.object({ wordId: z.string() });

const buildData = z.object({ buildId: z.string() });

/**
 * All events. A `public` event is delivered to webhooks and included in `*` (docs/contract.md#events-and-deliveries);
 * an `internal` one only has reactions. `data` is the envelope's `data`.
 */
export const EVENTS = {
  "post.created": {
    audience: "public",
    summary: "You created a post, through the API or in the app.",
    data: z.object({ postId }),
  },
  "post.updated": {
    audience: "public",
    summary: "You edited one of your posts.",
    data: z.object({ postId }),
  },
  "post.deleted": { audience: "public", summary: "You deleted one of your posts.", data: z.object({ postId }) },
  "follow.created": { audience: "public", summary: "You followed a user.", data: followed },
  "follow.deleted": { audience: "public", summary: "You unfollowed a user.", data: followed },
  "like.created": { audience: "public", summary: "You liked a post.", data: z.object({ postId }) },
  "comment.created": {
    audience: "public",
    summary: "You commented on a post, or replied to a comment.",
    data: commentData,
  },
  "comment.updated": { audience: "public", summary: "You edited one of your comments.", data: commentData },
  "comment.deleted": {
    audience: "public",
    summary:
      "A comment of yours was deleted, by you or by the author of the post; or you removed one below a post of yours.",
    data: commentData,
  },
  "bookmark.created": { audience: "public", summary: "You bookmarked a post.", data: z.object({ postId }) },
  "duel.challenged": {
    audience: "public",
    summary: "You challenged somebody to a duel, or were challenged.",
    data: z.object(duelPlayers),
  },
  "duel.finished": {
    audience: "public",
    summary: "A duel of yours is finished: both have played, or the time of one of you was over.",
    data: z.object({
      ...duelPlayers,
      result: z.enum(["challenger", "opponent", "draw"]).meta({ description: "Who won." }),
      rated: z.boolean().meta({ description: "Whether it changed your ratings." }),
    }),
  },
  "like.deleted": { audience: "internal", summary: "A like was taken back.", data: z.object({ postId }) },
  "repost.created": { audience: "internal", summary: "A post was reposted.", data: z.object({ postId }) },
  "repost.deleted": { audience: "internal", summary: "A repost was taken back.", data: z.object({ postId }) },
  "user.mentioned": {
    audience: "internal",
    summary: "People were named in a post or comment.",
    data: z.object({ userIds: z.array(z.string()) }),
  },
  "user.unmentioned": {
    audience: "internal",
    summary: "People are no longer named in a post or comment that was edited.",
    data: z.object({ userIds: z.array(z.string()) }),
  },
  "drop.played": {
    audience: "internal",
    summary: "A ball was dropped.",
    data: z.object({ dropId: z.string(), won: z.boolean(), payout: z.number() }),
  },
  "build.liked": { audience: "internal", summary: "A build was liked.", data: buildData },
  "build.unliked": { audience: "internal", summary: "A like of a build was taken back.", data: buildData },
  "build.commented": {
    audience: "internal",
    summary: "Somebody commented on a build.",
    data: buildData.extend({ commentId: z.string() }),
  },
  "password.forgotten": {
    audience: "internal",
    summary: "A link to a new password was sent to an account's address.",
    data: z.object({}),
  },
  "password.reset": {
    audience: "internal",
    summary: "An account got a new password by such a link.",
    data: z.object({}),
  },
  "person.blocked": { audience: "internal", summary: "Somebody was blocked.", data: hiddenPerson },
  "person.unblocked": { audience: "internal", summary: "Somebody was unblocked.", data: hiddenPerson },
  "person.muted": { audience: "internal", summary: "Somebody was muted.", data: hiddenPerson },
  "person.unmuted": { audience: "internal", summary: "Somebody was unmuted.", data: hiddenPerson },
  "account.created": { audience: "internal", summary: "Somebody signed up.", data: z.object({}) },
  "sign-up.refused": { audience: "internal", summary: "A request for an account was refused.", data: z.object({}) },
  "email.confirmation_requested": {
    audience: "internal",
    summary: "A link that confirms an address was sent to it.",
    data: z.object({}),
  },
  "email.confirmed": { audience: "internal", summary: "An account's address was verified.", data: z.object({}) },
  "email.changed": { audience: "internal", summary: "An account got another address.", data: z.object({}) },
  "email.restored": { audience: "internal", summary: "A change of address was undone.", data: z.object({}) },
  "factor.added": { audience: "internal", summary: "An account got a second factor.", data: z.object({}) },
  "factor.removed": { audience: "internal", summary: "A second factor was turned off.", data: z.object({}) },
  "factors.reset": { audience: "internal", summary: "The operator turned all factors off.", data: z.object({}) },
  "recovery-codes.renewed": { audience: "internal", summary: "New recovery codes were made.", data: z.object({}) },
  "recovery-code.used": { audience: "internal", summary: "A recovery code was used.", data: z.object({}) },
  "provider.linked": {
    audience: "internal",
    summary: "Somebody linked an account of another site, which can sign in from then on.",
    data: z.object({}),
  },
  "provider.unlinked": {
    audience: "internal",
    summary: "Somebody unlinked an account of another site.",
    data: z.object({}),
  },
  "report.filed": {
    audience: "internal",
    summary: "Something was reported to the moderators.",
    data: z.object({ reportId: z.string() }),
  },
  "report.decided": {
    audience: "internal",
    summary: "A moderator decided on a report.",
    data: z.object({ decisionId: z.string() }),
  },
  "appeal.filed": {
    audience: "internal",
    summary: "Somebody appealed a decision.",
    data: z.object({ decisionId: z.string() }),
  },
  "appeal.decided": {
    audience: "internal",
    summary: "A moderator decided on an appeal.",
    data: z.object({ decisionId: z.string(), granted: z.boolean() }),
  },
  "word.muted": { audience: "internal", summary: "A word was muted.", data: mutedWord },
  "word.unmuted": { audience: "internal", summary: "A muted word was removed.", data: mutedWord },
  "sign-in.new_device": {
    audience: "internal",
    summary: "Somebody signed in with a browser that their account was not signed in to with before.",
    data: z.object({}),
  },
  "account.closed": { audience: "internal", summary: "Somebody closed their account.", data: z.object({}) },
  "account.reopened": {
    audience: "internal",
    summary: "A closed account was opened again, by its owner or on appeal.",
    data: z.object({}),
  },
  "role.changed": {
    audience: "internal",
    summary: "An admin changed what an account may do.",
    data: z.object({ userId: z.string() }),
  },
  "tier.changed": {
    audience: "internal",
    summary: "An admin changed an account's tier.",
    data: z.object({ userId: z.string() }),
  },
  "build.bought": { audience: "internal", summary: "A build was bought.", data: buildData },
} as const satisfies Record<string, { audience: "public" | "internal"; summary: string; data: z.ZodType }>;

export type EventName = keyof typeof EVENTS;
export type EventData<E extends EventName> = z.output<(typeof EVENTS)[E]["data"]>;
export type PublicEventName = {
  [E in EventName]: (typeof EVENTS)[E]["audience"] extends "public" ? E : never;
}[EventName];

export const PUBLIC_EVENTS = (Object.keys(EVENTS) as EventName[]).filter(
  (name): name is PublicEventName => EVENTS[name].audience === "public",
);

/** Subscribes to every public event. */
export const ALL_EVENTS = "*";
