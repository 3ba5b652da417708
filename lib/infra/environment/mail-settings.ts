import type { Variables } from "./variables";

/** How this deployment sends mail. */
export type MailSettings =
  | { kind: "smtp"; url: string; from: string }
  /** The site's users sit at its terminal, where links are printed. */
  | { kind: "terminal" }
  | { kind: "none" };

/**
 * Whether accounts are read-only until their e-mail address is verified. By default true if the deployment has a mail
 * server; always false if it cannot send mail.
 */
export function requiresVerifiedEmail(
  { REQUIRE_VERIFIED_EMAIL: wanted }: Pick<Variables, "REQUIRE_VERIFIED_EMAIL">,
  mail: MailSettings,
): boolean {
  return mail.kind !== "none" && (wanted ?? mail.kind === "smtp");
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function mailSettings(
  { SMTP_URL: url, MAIL_FROM: from, NODE_ENV }: Pick<Variables, "SMTP_URL" | "MAIL_FROM" | "NODE_ENV">,
  siteUrl: string,
): MailSettings {
  if (url && from) return { kind: "smtp", url, from };
  const isOneMachine = LOOPBACK.test(new URL(siteUrl).hostname);
  return { kind: NODE_ENV !== "production" || isOneMachine ? "terminal" : "none" };
}
