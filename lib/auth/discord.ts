import Discord from "next-auth/providers/discord";
import type { Provider } from "next-auth/providers/index";
import { createContext } from "@/lib/domain/context";
import { acceptGrant } from "@/lib/domain/guilds/membership";
import { DISCORD } from "@/lib/domain/guilds/rules";
import { env } from "@/lib/infra/environment/env";

const SCOPES = "identify guilds";

/** next-auth's provider for Discord, if this deployment has a Discord application. */
export function discordProviders(): Provider[] {
  const { discord } = env();
  if (!discord) return [];
  const { clientId, clientSecret, apiUrl } = discord;
  return [
    Discord({
      clientId,
      clientSecret,
      authorization: { url: `${apiUrl}/oauth2/authorize`, params: { scope: SCOPES } },
      token: `${apiUrl}/oauth2/token`,
      userinfo: `${apiUrl}/users/@me`,
    }),
  ];
}

/** Stores the grant that a user gave on Discord, and reads their guilds. */
export async function acceptDiscordGrant(
  userId: string,
  account: { provider: string; access_token?: string; refresh_token?: string },
): Promise<void> {
  const { provider, access_token: accessToken, refresh_token: refreshToken } = account;
  if (provider !== DISCORD || !accessToken || !refreshToken) return;
  await acceptGrant(createContext({ actor: null, channel: "session" }), userId, { accessToken, refreshToken });
}
