import { z } from "zod";
import { clientAuthorization, discordConfig, requestDiscord } from "./discord-api";
import { SLASH_COMMANDS } from "./slash-commands";

const credentials = z.object({ access_token: z.string() });
const registered = z.array(z.object({ name: z.string() }));

/** Replaces the application's slash commands with ours, and returns their names. */
export async function registerCommands(): Promise<string[]> {
  const { access_token: token } = await requestDiscord("/oauth2/token", credentials, {
    method: "POST",
    headers: { Authorization: clientAuthorization() },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "applications.commands.update" }),
  });
  const commands = await requestDiscord(`/applications/${discordConfig().clientId}/commands`, registered, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(SLASH_COMMANDS),
  });
  return commands.map(({ name }) => name);
}
