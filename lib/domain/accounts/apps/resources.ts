import { env } from "@/lib/infra/environment/env";

/** The resources that accept tokens, by path (RFC 8707). */
export const AUDIENCES = { api: "/api/v1", mcp: "/mcp" } as const;
export type Audience = keyof typeof AUDIENCES;
export const AUDIENCE_NAMES = Object.keys(AUDIENCES) as [Audience, ...Audience[]];

export const resourceOf = (audience: Audience): string => new URL(AUDIENCES[audience], env().siteUrl).href;

/** Returns the path of a resource's metadata, which a 401 names (RFC 9728). */
export const resourceMetadataPath = (audience: Audience): string =>
  `/.well-known/oauth-protected-resource${AUDIENCES[audience]}`;

/** Returns the audience that a resource indicator names: the API by default; undefined for an unknown one. */
export function audienceOf(resource: string | undefined): Audience | undefined {
  if (resource === undefined) return "api";
  return AUDIENCE_NAMES.find((audience) => resourceOf(audience) === resource.replace(/\/$/, ""));
}

/** Returns the issuer of every response and token (RFC 8414, RFC 9207). */
export const issuer = (): string => new URL(env().siteUrl).origin;
