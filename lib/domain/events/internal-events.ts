import { z } from "zod";

const postId = z.string();

const hiddenPerson = z.object({ userId: z.string() });

const mutedWord = z.object({ wordId: z.string() });

const buildData = z.object({ buildId: z.string() });

/** Events that only have reactions: no webhook delivers them. */
export const internalEvents = {
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
    data: z.object({
      dropId: z.string(),
      bin: z.number(),
      landedBin: z.number(),
      amount: z.number(),
      won: z.boolean(),
      payout: z.number(),
    }),
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
  "key.expiring": {
    audience: "internal",
    summary: "An API key expires soon.",
    data: z.object({ keyId: z.string() }),
  },
  "app.allowed": {
    audience: "internal",
    summary: "Somebody let an app act for them that did not before.",
    data: z.object({ appId: z.string() }),
  },
  "app.stopped": {
    audience: "internal",
    summary: "An app lost what it was allowed: a token of it was used twice.",
    data: z.object({ appId: z.string() }),
  },
  "app.blocked": {
    audience: "internal",
    summary: "Staff blocked an app.",
    data: z.object({ appId: z.string() }),
  },
  "app.unblocked": {
    audience: "internal",
    summary: "Staff no longer blocks an app.",
    data: z.object({ appId: z.string() }),
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
  "build.bought": {
    audience: "internal",
    summary: "A build was bought.",
    data: buildData.extend({ price: z.number() }),
  },
} as const satisfies Record<string, { audience: "internal"; summary: string; data: z.ZodType }>;
