import { CoinAmount } from "@/components/ui/coin-amount";
import { formatNumber } from "@/components/ui/number";
import { METRIC_WORDS, type Metric } from "./metric-words";

interface ScoreProps {
  value: number;
  metric: Metric;
  /** Says what is counted, where no heading does. */
  alone?: boolean;
  className?: string;
}

export function Score({ value, metric, alone = false, className }: ScoreProps) {
  const { unit, title } = METRIC_WORDS[metric];
  if (unit === "coins") return <CoinAmount value={value} className={className} />;
  return (
    <span className={className}>
      {formatNumber(value)}
      {alone && ` ${title.toLowerCase()}`}
    </span>
  );
}
