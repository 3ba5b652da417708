import { z } from "zod";
import { GAME_KEYS, GAMES } from "@/lib/domain/play/leaderboards/rules";
import { clientAuthorization, discordConfig, requestDiscord } from "./discord-api";

const credentials = z.object({ access_token: z.string() });
const registered = z.array(z.object({ name: z.string() }));

/** Replaces the application's slash commands, and returns the names of ours. */
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

/** Discord's numbers: https://discord.com/developers/docs/interactions/application-commands. */
const CHAT_INPUT = 1;
const OPTION = { string: 3, boolean: 5, user: 6 };
const INSTALLED_IN_GUILD = [0];
const IN_GUILD = [0];
const IN_GUILD_OR_DIRECT_MESSAGE = [0, 1];

const command = { type: CHAT_INPUT, integration_types: INSTALLED_IN_GUILD };

/** Discord shows the application's name beside each command, so descriptions leave it out. */
const SLASH_COMMANDS = [
  {
    ...command,
    name: "leaderboard",
    description: "This server's best players",
    contexts: IN_GUILD,
    options: [
      {
        type: OPTION.string,
        name: "game",
        description: "Plinko, unless you say otherwise",
        choices: GAME_KEYS.map((key) => ({ name: GAMES[key].title, value: key })),
      },
      {
        type: OPTION.boolean,
        name: "public",
        description: "Administrators: show this server's leaderboard to everybody, or to its members alone",
      },
    ],
  },
  {
    ...command,
    name: "profile",
    description: "Somebody's profile, or your own",
    contexts: IN_GUILD_OR_DIRECT_MESSAGE,
    options: [{ type: OPTION.string, name: "handle", description: "Their handle on the site" }],
  },
  {
    ...command,
    name: "link",
    description: "Link your Discord account",
    contexts: IN_GUILD_OR_DIRECT_MESSAGE,
  },
  {
    ...command,
    name: "duel",
    description: "Challenge a member of this server to a duel",
    contexts: IN_GUILD,
    options: [{ type: OPTION.user, name: "member", description: "Whom you challenge", required: true }],
  },
];
