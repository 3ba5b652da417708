import { env } from "@/lib/infra/environment/env";

/** What a token is taken at, by its path (RFC 8707). */
export const AUDIENCES = { api: "/api/v1", mcp: "/mcp" } as const;
export type Audience = keyof typeof AUDIENCES;
export const AUDIENCE_NAMES = Object.keys(AUDIENCES) as [Audience, ...Audience[]];

/** Returns the resource indicator of an audience. */
export const resourceOf = (audience: Audience): string => new URL(AUDIENCES[audience], env().siteUrl).href;

/** Where the description of a resource is, as a 401 names it (RFC 9728). */
export const resourceMetadataPath = (audience: Audience): string =>
  `/.well-known/oauth-protected-resource${AUDIENCES[audience]}`;

/** Returns the audience that a resource indicator names, of an absent one the API; undefined for any other. */
export function audienceOf(resource: string | undefined): Audience | undefined {
  if (resource === undefined) return "api";
  return AUDIENCE_NAMES.find((audience) => resourceOf(audience) === resource.replace(/\/$/, ""));
}

/** The issuer of every answer and token (RFC 8414, RFC 9207). */
export const issuer = (): string => new URL(env().siteUrl).origin;
