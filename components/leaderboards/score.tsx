import { CoinAmount } from "@/components/coins/coin-amount";
import { formatNumber } from "@/components/ui/number";
import type { GAMES, GameKey } from "@/lib/domain/play/leaderboards/rules";

interface ScoreProps {
  value: number;
  metric: Metric;
  /** Adds the unit where no heading names it. */
  alone?: boolean;
  className?: string;
}

export function Score({ value, metric, alone = false, className }: ScoreProps) {
  const { unit, title } = METRIC_LABELS[metric];
  if (unit === "coins") return <CoinAmount value={value} className={className} />;
  return (
    <span className={className}>
      {formatNumber(value)}
      {alone && ` ${title.toLowerCase()}`}
    </span>
  );
}

export type Metric = (typeof GAMES)[GameKey]["metric"];

interface MetricLabels {
  title: string;
  explained: string;
  unit: "coins" | "drops" | "points";
  /** The games of this metric: one, and several. */
  games: readonly [one: string, many: string];
}

const DROPS = ["drop", "drops"] as const;

export const METRIC_LABELS: Record<Metric, MetricLabels> = {
  totalWon: {
    title: "Total won",
    explained: "Who has won the most coins of all time.",
    unit: "coins",
    games: DROPS,
  },
  longestStreak: {
    title: "Streak",
    explained: "Who has picked the right cup the most times in a row.",
    unit: "drops",
    games: DROPS,
  },
  biggestWin: { title: "Biggest win", explained: "Whose single drop paid out the most.", unit: "coins", games: DROPS },
  rating: {
    title: "Rating",
    explained: "Who is rated highest in duels.",
    unit: "points",
    games: ["duel", "duels"],
  },
};
