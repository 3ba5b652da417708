import clsx from "clsx";
import type { ReactNode } from "react";
import { formatNumber } from "@/components/ui/number";
import type { Day } from "@/lib/domain/consequences/webhooks/queries";
import { tallyOf } from "./endpoint-labels";

const SLOT = 20;
const BAR = 11;
const HEIGHT = 56;
const SMALLEST = 3;

interface Bar {
  id: string;
  good: number;
  bad: number;
  title: string;
}

/** A bar per period: successes, with failures on top. A period without either is an empty hole. */
export function StackedBars({ bars, label, className }: { bars: readonly Bar[]; label: string; className?: string }) {
  const most = Math.max(...bars.map(({ good, bad }) => good + bad));
  const lengthOf = (count: number) => (count === 0 ? 0 : Math.max(SMALLEST, (count / most) * HEIGHT));
  return (
    <svg
      viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT + 2 * SMALLEST}`}
      role="img"
      aria-label={label}
      className={clsx("overflow-visible", className)}
    >
      {bars.map(({ id, good, bad, title }, index) => (
        <StackedBar key={id} x={index * SLOT + SLOT / 2} good={lengthOf(good)} bad={lengthOf(bad)} title={title} />
      ))}
    </svg>
  );
}

function StackedBar({ x, good, bad, title }: { x: number; good: number; bad: number; title: string }) {
  const floor = HEIGHT + 2 * SMALLEST;
  const left = x - BAR / 2;
  return (
    <g>
      <title>{title}</title>
      <rect x={x - SLOT / 2} y={0} width={SLOT} height={floor} className="fill-transparent" />
      {good + bad === 0 && <circle cx={x} cy={floor - 3} r={2.5} className="fill-(--hole)" />}
      {good > 0 && <rect x={left} y={floor - good} width={BAR} height={good} rx={2} className="fill-good" />}
      {bad > 0 && (
        // Hollow, so that it does not differ by colour alone.
        <rect
          x={left + 0.75}
          y={floor - good - bad - (good && 1.5) + 0.75}
          width={BAR - 1.5}
          height={Math.max(1.5, bad - 1.5)}
          rx={1.5}
          className="fill-bad-soft stroke-bad"
          strokeWidth={1.5}
        />
      )}
    </g>
  );
}

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

/** A key figure, as a term of a description list. */
export function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd>
        <span className="block font-display text-27 font-semibold">{value}</span>
        <span className="text-13 text-muted">{children}</span>
      </dd>
    </div>
  );
}
