import { z } from "zod";
import { GAME_KEYS, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/play/leaderboards/rules";
import { leaderboardEntry } from "@/lib/domain/play/leaderboards/schema";
import { limitQuery } from "@/lib/domain/kernel/page/schema";
import { MAX_GUILDS } from "./rules";

const SNOWFLAKE = /^\d{1,20}$/;
const snowflake = z.string().regex(SNOWFLAKE);

export const isSnowflake = (text: string) => SNOWFLAKE.test(text);

export const guildLeaderboardQuery = z.object({
  game: z.enum(GAME_KEYS, { error: `The games are: ${GAME_KEYS.join(", ")}` }).default("plinko"),
  limit: limitQuery(LEADERBOARD_LIMIT),
});

const guild = z.object({ id: z.string(), name: z.string() });

export const guildLeaderboard = z.object({
  guild,
  game: z.enum(GAME_KEYS),
  metric: z.enum(GAME_KEYS.map((key) => GAMES[key].metric)),
  entries: z.array(leaderboardEntry),
});

export type Guild = z.output<typeof guild>;
export type GuildLeaderboardRequest = z.output<typeof guildLeaderboardQuery> & { id: string };
export type GuildLeaderboard = z.output<typeof guildLeaderboard>;

export const membershipChange = z.strictObject({
  hidden: z
    .boolean("hidden must be true or false")
    .optional()
    .meta({ description: "Kept off the server's leaderboard." }),
  onProfile: z.boolean("onProfile must be true or false").optional().meta({ description: "Shown on your profile." }),
});

export const membership = guild.extend({ hidden: z.boolean(), onProfile: z.boolean() });

export type MembershipChange = z.output<typeof membershipChange> & { id: string };
export type Membership = z.output<typeof membership>;

/** An application command as Discord sends it, reduced to the fields that are read here. */
export const interaction = z.object({
  id: snowflake,
  guild_id: snowflake.optional(),
  member: z.object({ user: z.object({ id: snowflake }), permissions: snowflake.default("0") }).optional(),
  user: z.object({ id: snowflake }).optional(),
  data: z.object({
    name: z.string(),
    options: z
      .array(z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]).optional() }))
      .default([]),
  }),
});

export type Interaction = z.output<typeof interaction>;

export const discordGuilds = z
  .array(z.object({ id: snowflake, name: z.string().transform((name) => name.toWellFormed().replaceAll("\0", "")) }))
  .max(MAX_GUILDS);

export type DiscordGuild = z.output<typeof discordGuilds>[number];

export const discordTokens = z.object({ access_token: z.string(), refresh_token: z.string() });
