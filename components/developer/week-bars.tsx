import clsx from "clsx";
import { formatNumber } from "@/components/ui/number";
import type { Day } from "@/lib/domain/webhooks/queries";
import { tallyOf } from "./endpoint-labels";

const SLOT = 20;
const BAR = 11;
const HEIGHT = 56;
const SMALLEST = 3;

/** A stacked bar per day, delivered and failed. A day without deliveries is an empty hole. */
export function WeekBars({ days, className }: { days: readonly Day[]; className?: string }) {
  const { delivered, failed } = tallyOf(days);
  const most = Math.max(...days.map((day) => day.delivered + day.failed));
  const lengthOf = (count: number) => (count === 0 ? 0 : Math.max(SMALLEST, (count / most) * HEIGHT));
  return (
    <svg
      viewBox={`0 0 ${days.length * SLOT} ${HEIGHT + 2 * SMALLEST}`}
      role="img"
      aria-label={`The last ${days.length} days: ${formatNumber(delivered)} delivered, ${formatNumber(failed)} failed.`}
      className={clsx("overflow-visible", className)}
    >
      {days.map((day, index) => (
        <DayBar
          key={day.date}
          x={index * SLOT + SLOT / 2}
          delivered={lengthOf(day.delivered)}
          failed={lengthOf(day.failed)}
          title={dayLabel(day)}
        />
      ))}
    </svg>
  );
}

function DayBar({ x, delivered, failed, title }: { x: number; delivered: number; failed: number; title: string }) {
  const floor = HEIGHT + 2 * SMALLEST;
  const left = x - BAR / 2;
  return (
    <g>
      <title>{title}</title>
      <rect x={x - SLOT / 2} y={0} width={SLOT} height={floor} className="fill-transparent" />
      {delivered + failed === 0 && <circle cx={x} cy={floor - 3} r={2.5} className="fill-(--hole)" />}
      {delivered > 0 && (
        <rect x={left} y={floor - delivered} width={BAR} height={delivered} rx={2} className="fill-good" />
      )}
      {failed > 0 && (
        // Hollow, so that it does not differ by colour alone.
        <rect
          x={left + 0.75}
          y={floor - delivered - failed - (delivered && 1.5) + 0.75}
          width={BAR - 1.5}
          height={Math.max(1.5, failed - 1.5)}
          rx={1.5}
          className="fill-bad-soft stroke-bad"
          strokeWidth={1.5}
        />
      )}
    </g>
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
