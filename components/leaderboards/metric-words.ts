import type { GAMES, GameKey } from "@/lib/domain/leaderboards/rules";

export type Metric = (typeof GAMES)[GameKey]["metric"];

interface MetricWords {
  title: string;
  explained: string;
  unit: "coins" | "drops";
}

/** What each ranked metric is called where people read it. */
export const METRIC_WORDS: Record<Metric, MetricWords> = {
  totalWon: {
    title: "Won in all",
    explained: "Who has won the most coins on the board, counted from the first ball on.",
    unit: "coins",
  },
  longestStreak: {
    title: "In a row",
    explained: "Who has named the right cup the most times in a row.",
    unit: "drops",
  },
  biggestWin: { title: "At once", explained: "Whose single drop paid the most.", unit: "coins" },
};
