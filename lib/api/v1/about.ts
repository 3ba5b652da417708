import type { oas31 } from "zod-openapi";
import { PATHS } from "@/lib/api/oauth/metadata";
import { scopesFor } from "@/lib/domain/accounts/apps/rules";
import { SCOPES, type Scope } from "@/lib/domain/accounts/keys/scopes";

export const ABOUT = {
  title: "Pegboard API",
  version: "v1",
  summary: "Post, follow, build, and get notified when it happens.",
  description: [
    "The public API of Pegboard, a social platform. Everything is JSON over HTTPS under `/api/v1`.",
    "**API keys.** Create one in Settings → Developer and send it as `Authorization: Bearer YOUR_KEY`. Each operation needs exactly one scope.",
    "**Pagination.** Lists return `{ data, nextCursor }`. Send `nextCursor` back as `cursor` until it is null.",
    "**Retries.** Writes accept an `Idempotency-Key`: a retry with the same key returns the first response and takes effect only once.",
    "**Errors.** Every error is `{ error: { type, code, message, request_id, doc_url } }`. Branch on `code`.",
    "Responses may gain fields within v1. Fields never change type, and are never removed without 12 months of notice (`Deprecation`, `Sunset`).",
  ].join("\n\n"),
  license: { name: "CC0 1.0 Universal", identifier: "CC0-1.0" },
  contact: { name: "Pegboard", url: "/docs/api" },
} satisfies oas31.InfoObject & { summary: string };

/** Returns the ways to authenticate a request. The scopes are those that an app can ask for. */
export function securitySchemes(siteUrl: string): Record<string, oas31.SecuritySchemeObject> {
  const at = (path: string) => new URL(path, siteUrl).href;
  return {
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
      description: "The same API key, for clients that cannot set `Authorization`.",
    },
    oauth2: {
      type: "oauth2",
      description:
        "An app that acts for other people, with PKCE (`S256`). Programs without a browser use a device code.",
      flows: {
        authorizationCode: {
          authorizationUrl: at(PATHS.authorization),
          tokenUrl: at(PATHS.token),
          refreshUrl: at(PATHS.token),
          scopes: Object.fromEntries(scopesFor("").map((scope) => [scope, SCOPES[scope]])),
        },
      },
    },
  };
}

/** Returns the alternatives of which a request of an operation meets one. */
export function securityOf(scope: Scope): Record<string, string[]>[] {
  const asApp = scopesFor("").includes(scope) ? [{ oauth2: [scope] }] : [];
  return [{ bearer: [] }, { apiKey: [] }, ...asApp];
}

export const WEBHOOK_EVENTS = {
  title: "Webhook events",
  description: "What your webhook endpoints receive: everything your account does, signed and delivered at least once.",
};

/** The headers of a delivery (docs/contract.md#events-and-deliveries). Standard Webhooks defines the last three. */
export const DELIVERY_HEADERS = [
  { name: "X-Service-Event", description: "The event's name.", example: "post.created" },
  {
    name: "X-Service-Delivery",
    description: "The delivery's id, equal to the envelope's `id`.",
    example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
  },
  { name: "X-Service-Timestamp", description: "When the delivery was signed, in Unix seconds.", example: "1795254350" },
  {
    name: "X-Service-Signature",
    description:
      '`t=<timestamp>,v1=<hex HMAC-SHA256 of "<timestamp>.<raw body>">`, keyed with the endpoint\'s whole secret. During the grace period after a rotation there are two `v1` values.',
    example: "t=1795254350,v1=8f3c1e0b7d2a…",
  },
  {
    name: "webhook-id",
    description: "The delivery's id, under its Standard Webhooks name.",
    example: "whd_0VhQ3kTzAbCdEfGhIjKlMn",
  },
  {
    name: "webhook-timestamp",
    description: "The same timestamp, under its Standard Webhooks name.",
    example: "1795254350",
  },
  {
    name: "webhook-signature",
    description: "`v1,<base64>`: the signature that Standard Webhooks libraries verify, with the secret as issued.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
];

/** Descriptions of the path parameters, by the path segment before them. */
export const PATH_PARAMETERS: Record<string, { description: string; example: string }> = {
  "scheduled-posts/{id}": { description: "The scheduled post's id.", example: "sched_0VhQ3kTzAbCdEfGhIjKlMn" },
  "posts/{id}": { description: "The post's id.", example: "post_0VhQ3kTzAbCdEfGhIjKlMn" },
  "comments/{id}": { description: "The comment's id.", example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" },
  "users/{handle}": { description: "The user's handle, without the @.", example: "ada" },
  "builds/{slug}": { description: "The build's slug.", example: "brass-abacus" },
  "blog/{slug}": { description: "The blog post's slug.", example: "how-the-ball-falls" },
  "news/{slug}": { description: "The article's slug.", example: "how-the-ball-falls" },
  "quests/{key}": { description: "The quest's key.", example: "like" },
  "rooms/{code}": { description: "The room's code, in any case.", example: "QX7KPB" },
  "messages/{id}": { description: "The message's id.", example: "rmsg_0VhQ3kTzAbCdEfGhIjKlMn" },
  "reactions/{emoji}": { description: "One emoji, URL-encoded.", example: "👍" },
  "challenge/{id}": { description: "The duel's id.", example: "duel_0VhQ3kTzAbCdEfGhIjKlMn" },
  "ranked/{game}": { description: "The ranked game's key.", example: "duel" },
  "leaderboards/{game}": { description: "The game's key.", example: "plinko" },
  "webhooks/{id}": { description: "The endpoint's id.", example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" },
  "deliveries/{deliveryId}": { description: "The delivery's id.", example: "whd_0VhQ3kTzAbCdEfGhIjKlMn" },
  "requests/{id}": { description: "The `X-Request-Id` of its response.", example: "req_0VhQ3kTz8sKd02mXq1ZpVtB7" },
};
