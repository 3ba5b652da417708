import type { oas31 } from "zod-openapi";
import type { DeliveryHeader } from "@/lib/http/openapi/events";

export const ABOUT = {
  title: "Pegboard API",
  version: "v1",
  summary: "Post, follow, build and be told of it.",
  description: [
    "The public API of Pegboard, a social platform. Everything is JSON over HTTPS under `/api/v1`.",
    "**Keys.** Make one in Settings → Developer and send it as `Authorization: Bearer YOUR_KEY`. Each operation needs exactly one scope.",
    "**Pages.** Lists answer `{ data, nextCursor }`. Send `nextCursor` back as `cursor` until it is null.",
    "**Retries.** Writes take an `Idempotency-Key`: a retry with the same key gets the first answer and acts only once.",
    "**Errors.** Every failure is `{ error: { type, code, message, request_id, doc_url } }`; decide by `code`.",
    "Answers may gain fields within v1; fields never change their type and never go without 12 months of notice (`Deprecation`, `Sunset`).",
  ].join("\n\n"),
  license: { name: "CC0 1.0 Universal", identifier: "CC0-1.0" },
  contact: { name: "Pegboard", url: "/docs/api" },
} satisfies oas31.InfoObject & { summary: string };

export const SECURITY: Record<"bearer" | "apiKey", oas31.SecuritySchemeObject> = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "pb_live_…",
    description: "An API key from Settings → Developer: `Authorization: Bearer YOUR_KEY`.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The same key, for clients that cannot set `Authorization`.",
  },
};

export const EVENTS_WORDS = {
  title: "Webhook events",
  description: "What your webhook endpoints receive: everything that your account does, signed, at least once.",
};

/** The headers of a delivery (6); the last three are those of Standard Webhooks. */
export const DELIVERY_HEADERS: readonly DeliveryHeader[] = [
  { name: "X-Service-Event", description: "The event's name.", example: "post.created" },
  {
    name: "X-Service-Delivery",
    description: "The delivery's id; equals the envelope's `id`.",
    example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
  },
  { name: "X-Service-Timestamp", description: "When it was signed, in Unix seconds.", example: "1795254350" },
  {
    name: "X-Service-Signature",
    description:
      "`t=<timestamp>,v1=<hex HMAC-SHA256 of \"<timestamp>.<raw body>\">`, keyed by the endpoint's whole secret. While a rotation's grace lasts there are two `v1`.",
    example: "t=1795254350,v1=8f3c1e0b7d2a…",
  },
  {
    name: "webhook-id",
    description: "The delivery's id, as Standard Webhooks names it.",
    example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
  },
  { name: "webhook-timestamp", description: "The same timestamp.", example: "1795254350" },
  {
    name: "webhook-signature",
    description: "`v1,<base64>`: what Standard Webhooks libraries check, with the secret as it is.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
];
