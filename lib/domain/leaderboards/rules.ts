/** What a drop brings to a player's running tally in one game. */
interface Step {
  gain: number;
  /** Whether the tally goes on from where it stood, or begins anew with this drop. */
  carries: boolean;
}

export interface DropResult {
  won: boolean;
  /** Coins paid out: 0 for a lost bet. */
  payout: number;
}

interface Game {
  title: string;
  /** What the score counts (2.10). */
  metric: string;
  step(drop: DropResult): Step;
}

/** Every ranked game. The score is the highest that a player's tally ever stood. */
export const GAMES = {
  plinko: { title: "Plinko", metric: "totalWon", step: ({ payout }) => ({ gain: payout, carries: true }) },
  "plinko-streak": {
    title: "Plinko streak",
    metric: "longestStreak",
    step: ({ won }) => ({ gain: Number(won), carries: won }),
  },
  "plinko-high-roller": {
    title: "Plinko high roller",
    metric: "biggestWin",
    step: ({ payout }) => ({ gain: payout, carries: false }),
  },
} as const satisfies Record<string, Game>;

export type GameKey = keyof typeof GAMES;
export const GAME_KEYS = Object.keys(GAMES) as GameKey[];

export const LEADERBOARD_LIMIT = { min: 1, max: 100, default: 25 };
