import { UNDO_LINK_HOURS, VERIFY_LINK_HOURS } from "./rules";
import { GIVEN, OWNER, type Template } from "./template";

/** The letters about an account's e-mail address. */
export const ADDRESS_LETTERS = {
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
    why: OWNER,
  },
  "email-change-undone": {
    subject: "Your e-mail address was changed back",
    paragraphs: ({ handle }) => [
      `The change of @${handle} to this address was taken back with the link that we sent to the former one. This address no longer belongs to the account.`,
      "If the change was yours and you didn’t take it back, somebody else reads the mail of your former address. Change the password of that mailbox, then ask whoever runs this site for help.",
    ],
    button: { label: "Open the site", path: "/" },
    why: "You get this because your address belonged to this account.",
  },
} satisfies Record<string, Template>;
