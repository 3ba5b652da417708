import { z } from "zod";
import { limitQuery } from "@/lib/domain/page";
import type { Person } from "@/lib/domain/users/schema";
import { GAME_KEYS, GAMES, LEADERBOARD_LIMIT } from "./rules";

export const leaderboardQuery = z.object({ limit: limitQuery(LEADERBOARD_LIMIT) });

const count = z.number().int().min(0);

export const leaderboardEntry = z.object({
  rank: z.number().int().min(1),
  username: z.string().meta({ description: "The player's handle.", example: "ada" }),
  score: count.meta({ example: 4200 }),
  gamesPlayed: count.meta({ example: 137 }),
});

/** A leaderboard (2.10). */
export const leaderboard = z
  .object({
    game: z.enum(GAME_KEYS),
    metric: z.enum(GAME_KEYS.map((key) => GAMES[key].metric)).meta({ description: "What the score counts." }),
    data: z.array(leaderboardEntry),
  })
  .meta({ id: "Leaderboard", description: "The best of a game; of equal scores the earlier stands higher." });

export type Leaderboard = z.output<typeof leaderboard>;

/** Somebody's place in a game, as the app shows it. */
export interface Standing {
  rank: number;
  user: Person;
  score: number;
  gamesPlayed: number;
}
