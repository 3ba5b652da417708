import type { z } from "zod";
import { env } from "@/lib/infra/environment/env";
import { type DiscordGuild, discordGuilds, discordTokens } from "./schema";
import { verifyKey } from "discord-interactions";
import { INTERACTION_MAX_AGE_MS } from "./rules";

const TIMEOUT_MS = 5000;

/** A person has revoked what they granted on Discord. */
export class GrantRevoked extends Error {
  override name = "GrantRevoked";
}

/** Fetches the guilds of a person from Discord (https://discord.com/developers/docs/resources/user). */
export function fetchGuilds(accessToken: string): Promise<DiscordGuild[]> {
  return requestDiscord("/users/@me/guilds", discordGuilds, { headers: { Authorization: `Bearer ${accessToken}` } });
}

/** Exchanges a refresh token, which consumes it, for new tokens. */
export async function refreshTokens(refreshToken: string): Promise<{ accessToken: string; refreshToken: string }> {
  const tokens = await requestDiscord("/oauth2/token", discordTokens, {
    method: "POST",
    headers: { Authorization: clientAuthorization() },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** Returns the HTTP Basic authentication of this application (https://discord.com/developers/docs/topics/oauth2). */
export function clientAuthorization(): string {
  const { clientId, clientSecret } = discordConfig();
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Whether this deployment has a Discord application. Without one, guilds do not exist here. */
export const isDiscordSetUp = () => env().discord !== undefined;

export function discordConfig() {
  const { discord } = env();
  if (!discord)
    throw new Error(
      "Discord is not set up: DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_PUBLIC_KEY are needed.",
    );
  return discord;
}

/**
 * Sends a request to Discord's API and returns its parsed response.
 * @throws GrantRevoked on 400 and 401, which mean that a token is not valid (any more)
 */
export async function requestDiscord<S extends z.ZodType>(
  path: string,
  schema: S,
  init: RequestInit,
): Promise<z.output<S>> {
  const response = await fetch(discordConfig().apiUrl + path, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 400 || response.status === 401) throw new GrantRevoked(`Discord answered ${response.status}`);
  if (!response.ok) throw new Error(`Discord answered ${response.status}`);
  return schema.parse(await response.json());
}

interface SignedRequest {
  /** Ed25519 over the timestamp and the raw body, 64 bytes in hex. */
  signature: string | null;
  /** Unix seconds. */
  timestamp: string | null;
  body: Uint8Array;
}

/** Whether the application's key signed this request within the last minutes. */
export async function isSignedByDiscord(
  { signature, timestamp, body }: SignedRequest,
  { publicKey, now }: { publicKey: string; now: Date },
): Promise<boolean> {
  if (!signature || !timestamp || !/^[\da-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > INTERACTION_MAX_AGE_MS) return false;
  return verifyKey(body, signature, timestamp, publicKey);
}
