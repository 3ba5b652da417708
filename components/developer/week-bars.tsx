import { formatNumber } from "@/components/ui/number";
import type { Day } from "@/lib/domain/webhooks/queries";
import { tallyOf } from "./endpoint-labels";
import { StackedBars } from "./stacked-bars";

/** A stacked bar per day, delivered and failed. */
export function WeekBars({ days, className }: { days: readonly Day[]; className?: string }) {
  const { delivered, failed } = tallyOf(days);
  return (
    <StackedBars
      bars={days.map((day) => ({ id: day.date, good: day.delivered, bad: day.failed, title: dayLabel(day) }))}
      label={`The last ${days.length} days: ${formatNumber(delivered)} delivered, ${formatNumber(failed)} failed.`}
      className={className}
    />
  );
}

/** "Mon 16 Nov: 12 delivered, 1 failed" */
function dayLabel({ date, delivered, failed }: Day): string {
  const day = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(date));
  return `${day}: ${formatNumber(delivered)} delivered, ${formatNumber(failed)} failed`;
}
