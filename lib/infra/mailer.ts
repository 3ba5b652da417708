import nodemailer, { type Transporter } from "nodemailer";
import { env, type MailSettings } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { withTimeout } from "@/lib/infra/timeout";

export interface Message {
  /** Becomes the Message-ID, so that a copy sent after a crash is recognized as one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link that the message asks its reader to open. */
  link?: string;
  /** Where a POST without anything else stops letters of this kind (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The result of sending a message. A `rejected` one would be rejected again; a `failed` one may succeed on retry. */
export type SendResult =
  | { kind: "sent" }
  /** There is no mail server: the message is in the operator's terminal. */
  | { kind: "printed" }
  | { kind: "failed" | "rejected"; error: string };

/**
 * Sends a message within `timeoutMs`. If the mail server refuses it or hangs, that is a result, not an error. Without a
 * mail server, the message's link is printed to the terminal.
 */
export async function sendMessage(message: Message, { timeoutMs }: { timeoutMs: number }): Promise<SendResult> {
  const { mail } = env();
  switch (mail.kind) {
    case "smtp":
      return withTimeout(sendBySmtp(mail, message, timeoutMs), timeoutMs, () => ({
        kind: "failed",
        error: `The mail server did not finish within ${timeoutMs / 1000} s`,
      }));
    case "terminal":
      log.info("mail not sent, as SMTP_URL is not set", {
        to: message.to,
        subject: message.subject,
        link: message.link,
      });
      return { kind: "printed" };
    case "none":
      return { kind: "rejected", error: "SMTP_URL is not set" };
  }
}

type SmtpSettings = Extract<MailSettings, { kind: "smtp" }>;

async function sendBySmtp(settings: SmtpSettings, message: Message, timeoutMs: number): Promise<SendResult> {
  const transport = openTransport(settings, timeoutMs);
  const { id, to, subject, text, html, unsubscribeUrl } = message;
  try {
    await transport.sendMail({
      from: settings.from,
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${new URL(env().siteUrl).hostname}>`,
      // Suppresses out-of-office replies, which nobody would read.
      headers: {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        ...(unsubscribeUrl && {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { kind: "sent" };
  } catch (error) {
    return failureOf(error as SmtpError);
  }
}

/** Opens one connection per message: messages are few, and a server closes idle connections before the next is sent. */
function openTransport({ url }: SmtpSettings, timeoutMs: number): Transporter {
  const hasPassword = new URL(url).password !== "";
  return nodemailer.createTransport({
    url,
    // Prevents a downgrade attack from making us send the password unencrypted.
    requireTLS: hasPassword,
    dnsTimeout: timeoutMs / 2,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs / 2,
  });
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** A 5xx for this recipient or message is final. A 5xx for our sign-in is not: the operator may fix the settings. */
function failureOf({ message, code, responseCode = 0 }: SmtpError): SendResult {
  const isFinal = responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  return { kind: isFinal ? "rejected" : "failed", error: message.slice(0, MAX_ERROR_LENGTH) };
}

const MAX_ERROR_LENGTH = 300;
