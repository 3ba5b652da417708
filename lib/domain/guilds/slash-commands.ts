import { GAME_KEYS, GAMES } from "@/lib/domain/leaderboards/rules";

/** Discord's numbers: https://discord.com/developers/docs/interactions/application-commands. */
const CHAT_INPUT = 1;
const OPTION = { string: 3, boolean: 5, user: 6 };
const INSTALLED_IN_GUILD = [0];
const IN_GUILD = [0];
const IN_GUILD_OR_DIRECT_MESSAGE = [0, 1];

const command = { type: CHAT_INPUT, integration_types: INSTALLED_IN_GUILD };

/**
 * The commands that `npm run discord:commands` registers. Discord shows the application's name beside each, so
 * descriptions leave it out.
 */
export const SLASH_COMMANDS = [
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
