import { ECDH } from "node:crypto";
import { z } from "zod";
import { findPublicUrlProblem } from "@/lib/infra/network/public-address";
import { MAX_ENDPOINT_LENGTH } from "./rules";

const endpoint = z
  .string()
  .max(MAX_ENDPOINT_LENGTH, `endpoint must be at most ${MAX_ENDPOINT_LENGTH} characters long`)
  .superRefine((text, check) => {
    const problem = findPublicUrlProblem(text);
    if (problem) check.addIssue({ code: "custom", message: problem.replace(/^url/, "endpoint") });
  });

const AUTH_LENGTH = 16;

const p256dh = z.string().refine(isPublicKey, "p256dh must be a public key on P-256: 65 bytes in base64url");
const auth = z.string().refine(isSecret, `auth must be a secret of ${AUTH_LENGTH} bytes in base64url`);

/** What the browser's own `PushSubscription` has. */
export const newPushSubscription = z
  .strictObject({
    endpoint,
    keys: z.strictObject({ p256dh, auth }),
    /** Without it, it stays as it was. At first nothing private is pushed. */
    shows_private: z.boolean().optional(),
  })
  .meta({ id: "NewPushSubscription" });

export const pushSubscription = z
  .object({ showsPrivate: z.boolean() })
  .meta({ id: "PushSubscription", description: "The browser of a session, which notifications are pushed to." });

/** Whether a text is an uncompressed point on the curve. */
function isPublicKey(text: string): boolean {
  try {
    return isBase64url(text) && ECDH.convertKey(text, "prime256v1", "base64url", "base64url") === text;
  } catch {
    return false;
  }
}

function isSecret(text: string): boolean {
  return isBase64url(text) && Buffer.from(text, "base64url").length === AUTH_LENGTH;
}

const isBase64url = (text: string) => /^[\w-]{22,87}$/.test(text);

export type NewPushSubscription = z.output<typeof newPushSubscription>;
export type PushSubscription = z.output<typeof pushSubscription>;
