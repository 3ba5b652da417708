import { z } from "zod";
import { limitQuery } from "@/lib/domain/kernel/page/schema";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { GAME_KEYS, GAMES, LEADERBOARD_LIMIT } from "./rules";

export const leaderboardQuery = z.object({ limit: limitQuery(LEADERBOARD_LIMIT) });

const count = z.number().int().min(0);

export const leaderboardEntry = z.object({
  rank: z.number().int().min(1),
  username: z.string().meta({ description: "The player's handle.", example: "ada" }),
  score: count.meta({ example: 4200 }),
  gamesPlayed: count.meta({ example: 137 }),
});

export type LeaderboardEntry = z.output<typeof leaderboardEntry>;

/** docs/contract.md#leaderboard */
export const leaderboard = z
  .object({
    game: z.enum(GAME_KEYS),
    metric: z.enum(GAME_KEYS.map((key) => GAMES[key].metric)).meta({ description: "What the score measures." }),
    data: z.array(leaderboardEntry),
  })
  .meta({
    id: "Leaderboard",
    description: "The top players of a game. Of equal scores, the earlier one ranks higher.",
  });

export type Leaderboard = z.output<typeof leaderboard>;

export type RankedPlayer = Omit<LeaderboardEntry, "username"> & { user: Person };
