import clsx from "clsx";

const SLOT = 20;
const BAR = 11;
const HEIGHT = 56;
const SMALLEST = 3;

export interface Bar {
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
