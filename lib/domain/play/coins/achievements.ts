import { BINS, ODDS, ODDS_OF } from "./plinko";

// Every cup pays the same, so the middle ones win more coins. What is rare earns something else: XP, and a place in the
// player's collection. All of it is our choice.

/** Of a drop's outcome: whether the ball fell into the chosen cup, and whether that is an edge cup. */
export interface Outcome {
  won: boolean;
  edge: boolean;
}

interface Achievement {
  title: string;
  description: string;
  /** XP for having it, once. */
  xp: number;
  /** One in how many tries succeeds, on the likeliest cups. Null where it takes patience rather than luck. */
  oneIn: number | null;
  /** What as many drops as this in a row must be. Without it, it is awarded for the cups that were won. */
  run?: { drops: number } & Partial<Outcome>;
}

export const EDGE_BINS = [0, BINS - 1];

const chanceOf = (bins: readonly number[]) => bins.reduce((sum, bin) => sum + (ODDS[bin] ?? 0), 0) / ODDS_OF;
const LIKELIEST = Math.max(...ODDS) / ODDS_OF;

/** Pays XP by rarity, in fives. */
function rare(title: string, description: string, chance: number, run?: Achievement["run"]): Achievement {
  return { title, description, oneIn: Math.round(1 / chance), xp: Math.ceil(2 / chance / 5) * 5, run };
}

const cup = (bin: number) => rare(`Cup ${bin + 1}`, `Won on cup ${bin + 1}.`, chanceOf([bin]));

/** What a player can collect, in the order in which it is shown. Keys are a promise of the API. */
export const ACHIEVEMENTS = {
  "cup-1": cup(0),
  "cup-2": cup(1),
  "cup-3": cup(2),
  "cup-4": cup(3),
  "cup-5": cup(4),
  "full-board": { title: "Full board", description: "Won on every cup.", xp: 100, oneIn: null } as Achievement,
  "edge-double": rare("Edge double", "Won two drops in a row on edge cups.", chanceOf([0]) ** 2, {
    drops: 2,
    won: true,
    edge: true,
  }),
  "edge-run": rare("Along the walls", "Three drops in a row fell into edge cups.", chanceOf(EDGE_BINS) ** 3, {
    drops: 3,
    edge: true,
  }),
  "hot-hand": rare("Hot hand", "Won four drops in a row.", LIKELIEST ** 4, { drops: 4, won: true }),
};

export type AchievementKey = keyof typeof ACHIEVEMENTS;

export const ACHIEVEMENT_KEYS = Object.keys(ACHIEVEMENTS) as [AchievementKey, ...AchievementKey[]];

/** The achievement of winning on each cup, by bin. */
export const CUPS: readonly AchievementKey[] = ["cup-1", "cup-2", "cup-3", "cup-4", "cup-5"];
