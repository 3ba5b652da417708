/** What a drop adds to a player's running tally in one game. */
interface Step {
  gain: number;
  /** Whether the tally continues, or restarts with this drop. */
  carries: boolean;
}

export interface DropResult {
  won: boolean;
  /** Coins paid out; 0 for a lost bet. */
  payout: number;
}

interface Game {
  title: string;
  href: string;
  /** docs/contract.md#leaderboard */
  metric: string;
  /** How a drop counts; the score is the highest value of the player's tally. Absent if the score is a rating. */
  step?(drop: DropResult): Step;
}

export const GAMES = {
  plinko: {
    title: "Plinko",
    href: "/coins",
    metric: "totalWon",
    step: ({ payout }) => ({ gain: payout, carries: true }),
  },
  "plinko-streak": {
    title: "Plinko streak",
    href: "/coins",
    metric: "longestStreak",
    step: ({ won }) => ({ gain: Number(won), carries: won }),
  },
  "plinko-high-roller": {
    title: "Plinko high roller",
    href: "/coins",
    metric: "biggestWin",
    step: ({ payout }) => ({ gain: payout, carries: false }),
  },
  duel: { title: "Duels", href: "/ranked", metric: "rating" },
} as const satisfies Record<string, Game>;

export type GameKey = keyof typeof GAMES;
export const GAME_KEYS = Object.keys(GAMES) as GameKey[];

export const LEADERBOARD_LIMIT = { min: 1, max: 100, default: 25 };
