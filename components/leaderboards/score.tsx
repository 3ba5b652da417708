import { CoinAmount } from "@/components/coins/coin-amount";
import { formatNumber } from "@/components/ui/number";
import { METRIC_LABELS, type Metric } from "./metric-labels";

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
