import { env } from "@/lib/infra/environment/env";
import type { Message } from "@/lib/infra/mailer";
import { renderHtml, renderText } from "./render";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { RESET_LINK_MINUTES, UNDO_LINK_HOURS, VERIFY_LINK_HOURS } from "./rules";

/** What a letter needs beyond its kind; stored encrypted. */
export interface LetterContent {
  email: string;
  handle: string;
  /** What happened, as a sentence. */
  what?: string;
  token?: string;
  /** The token of the link that stops letters of this kind. */
  unsubscribe?: string;
  /** Sentences that differ from letter to letter. */
  details?: string[];
}

interface Template {
  subject: string | ((content: LetterContent) => string);
  paragraphs(content: LetterContent): string[];
  /** The button. The letter's token is appended to its path. */
  button: { label: string; path: string };
  /** Why the reader gets it, and what to do if it is not meant for them. By default, OWNER. */
  why?: string;
}

const OWNER = "You get this because your address belongs to this account.";

const GIVEN =
  "You get this because this address was given for an account. If it isn’t yours, you don’t have to do anything.";

const OPEN_SITE = { label: "Open the site", path: "/" };

const ADDRESS_LETTERS = {
  "verify-email": {
    subject: "Confirm your e-mail address",
    paragraphs: ({ handle }) => [
      `Somebody, hopefully you, gave this address for the account @${handle}.`,
      `Confirm that it is yours within ${VERIFY_LINK_HOURS} hours.`,
    ],
    button: { label: "Confirm this address", path: "/verify-email" },
    why: GIVEN,
  },
  "confirm-new-email": {
    subject: "Confirm your new e-mail address",
    paragraphs: ({ handle }) => [
      `Somebody, hopefully you, wants this to be the address of @${handle}.`,
      `It takes effect when you confirm it, within ${VERIFY_LINK_HOURS} hours. Until then the old address stays.`,
    ],
    button: { label: "Use this address", path: "/verify-email" },
    why: GIVEN,
  },
  "email-changed": {
    subject: "Your e-mail address was changed",
    paragraphs: ({ handle }) => [
      `@${handle} has another e-mail address now, and this one no longer belongs to it.`,
      `If this wasn’t you, take it back within ${UNDO_LINK_HOURS} hours: the account gets this address again, every browser is signed out, and you choose a new password.`,
    ],
    button: { label: "Take it back", path: "/undo-email-change" },
    why: "You get this because your address belonged to this account. If the change was yours, you don’t have to do anything.",
  },
  "email-restored": {
    subject: "Your e-mail address is back",
    paragraphs: ({ handle, details = [] }) => [
      `@${handle} has this address again. Every browser was signed out, and the password no longer works: whoever changed the address may know it.`,
      ...details,
      "Choose a new password. Then look at your security settings, and at your API keys and webhooks.",
    ],
    button: { label: "Choose a new password", path: "/forgot-password" },
  },
  "email-change-undone": {
    subject: "Your e-mail address was changed back",
    paragraphs: ({ handle }) => [
      `The change of @${handle} to this address was taken back with the link that we sent to the former one. This address no longer belongs to the account.`,
      "If the change was yours and you didn’t take it back, somebody else reads the mail of your former address. Change the password of that mailbox, then ask whoever runs this site for help.",
    ],
    button: OPEN_SITE,
    why: "You get this because your address belonged to this account.",
  },
} satisfies Record<string, Template>;

const LETTERS = {
  ...ADDRESS_LETTERS,
  "password-reset": {
    subject: "Choose a new password",
    paragraphs: ({ handle }) => [
      `Somebody, hopefully you, asked for a new password for @${handle}.`,
      `The link works once, within ${RESET_LINK_MINUTES} minutes. Your password stays as it is until you use it.`,
    ],
    button: { label: "Choose a new password", path: "/reset-password" },
    why: `${OWNER} If you didn’t ask for it, you don’t have to do anything.`,
  },
  "password-changed": {
    subject: "Your password was changed",
    paragraphs: ({ handle }) => [
      `@${handle} has a new password, set with a link that we sent to this address. Every browser was signed out.`,
      "API keys still work. If somebody else may know them, revoke them in your settings.",
      "If this wasn’t you, somebody can read your mail: choose a new password at once, there as well as here.",
    ],
    button: { label: "Choose another password", path: "/forgot-password" },
  },
  moderation: {
    subject: "A decision about your account",
    paragraphs: ({ handle, details = [] }) => [
      `This is about @${handle}.`,
      ...details,
      "If you think that this is wrong, you can appeal once. Another moderator looks at it where there is one.",
    ],
    button: { label: "Read it and appeal", path: "/appeal" },
  },
  appeal: {
    subject: "Your appeal was heard",
    paragraphs: ({ handle, details = [] }) => [`This is about @${handle}.`, ...details],
    button: OPEN_SITE,
  },
  "sign-up-approved": {
    subject: "Your account is ready",
    paragraphs: ({ handle }) => [
      `You asked for the account @${handle}, and it was approved. You can sign in with your password.`,
      `Confirm that this address is yours within ${VERIFY_LINK_HOURS} hours.`,
    ],
    button: { label: "Confirm this address", path: "/verify-email" },
    why: GIVEN,
  },
  "sign-up-refused": {
    subject: "Your account was not approved",
    paragraphs: ({ handle, details = [] }) => [
      `You asked for the account @${handle}. The people who run this site decided against it, and nothing of what you sent is kept.`,
      ...details,
    ],
    button: OPEN_SITE,
    why: GIVEN,
  },
  "security-change": {
    subject: "A change to how you sign in",
    paragraphs: ({ handle, what = "" }) => [
      `This is about your account @${handle}. ${what}`,
      "If this wasn’t you, change your password at once, and look at what is set up in your security settings.",
    ],
    button: { label: "Open security settings", path: "/settings/security" },
  },
  "new-device": {
    subject: "A new browser signed in to your account",
    paragraphs: ({ handle, what = "" }) => [
      `@${handle} was signed in to with a browser that we hadn’t seen there before: ${what}.`,
      "If this was you, there is nothing to do.",
      "If it wasn’t, change your password at once: that signs out every browser. Then look at your security settings.",
    ],
    button: { label: "Open security settings", path: "/settings/security" },
  },
  "account-closed": {
    subject: "Your account is closed",
    paragraphs: ({ handle }) => [
      `@${handle} was closed. Nobody sees it any more.`,
      `If you change your mind, or if this wasn’t you, sign in within ${REOPENING_DAYS} days: that opens it again. After that it’s gone for good.`,
    ],
    button: { label: "Open it again", path: "/login" },
  },
  "key-expiring": {
    subject: "An API key of yours expires soon",
    paragraphs: ({ handle, what = "" }) => [
      `This is about @${handle}. ${what}`,
      "Programs that use it stop working then. Create another key for them before.",
    ],
    button: { label: "Open your keys", path: "/settings/developer" },
  },
  "app-access": {
    subject: "An app and your account",
    paragraphs: ({ handle, what = "" }) => [
      `This is about @${handle}. ${what}`,
      "In your settings you see every app that may act for you, and can end it there.",
    ],
    button: { label: "Open your apps", path: "/settings/apps" },
  },
  "role-changed": {
    subject: "Your role was changed",
    paragraphs: ({ handle, what = "" }) => [`This is about your account @${handle}. ${what}`],
    button: OPEN_SITE,
  },
  digest: {
    subject: ({ what = "" }) => `You missed ${what}`,
    paragraphs: ({ handle, details = [] }) => [`Since your last digest, for @${handle}:`, ...details],
    button: { label: "Open your notifications", path: "/notifications" },
    why: "You get this because you turned the daily digest on.",
  },
  test: {
    subject: "Your mail settings work",
    paragraphs: () => ["E-mail from this site reaches this address. There is nothing else to do."],
    button: OPEN_SITE,
    why: "You get this because somebody who runs the site tried its mail settings with this address.",
  },
} satisfies Record<string, Template>;

export type LetterKind = keyof typeof LETTERS;
export const LETTER_KINDS = Object.keys(LETTERS) as LetterKind[];

/** Composes the letter of this kind. Deterministic for a row, so that a second copy is identical. */
export function composeLetter(id: string, kind: string, content: LetterContent): Message {
  const template: Template | undefined = LETTERS[kind as LetterKind];
  if (!template) throw new Error(`There is no letter of the kind ${kind}`);
  const { subject, paragraphs, button, why = OWNER } = template;
  const { email, token, unsubscribe } = content;
  const letter = {
    subject: typeof subject === "string" ? subject : subject(content),
    paragraphs: paragraphs(content),
    button: { label: button.label, url: linkTo(button.path, token) },
    why,
    unsubscribeUrl: unsubscribe && linkTo("/unsubscribe", unsubscribe),
  };
  return {
    id,
    to: email,
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    link: letter.button.url,
    ...(unsubscribe && { unsubscribeUrl: linkTo(ONE_CLICK_PATH, unsubscribe) }),
  };
}

/** Where a mail program unsubscribes for its reader (RFC 8058): a route of lib/api/unversioned-routes.ts. */
const ONE_CLICK_PATH = "/api/digest/unsubscribe";

function linkTo(path: string, token: string | undefined): string {
  const url = new URL(path, env().siteUrl);
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}
