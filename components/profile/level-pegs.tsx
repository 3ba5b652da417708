import clsx from "clsx";
import { formatNumber } from "@/components/ui/number";
import { levelOf, xpForLevel } from "@/lib/domain/play/progression/rules";

const PEGS = 12;

export function LevelPegs({ xp, className }: { xp: number; className?: string }) {
  const level = levelOf(xp);
  const from = xpForLevel(level);
  const next = xpForLevel(level + 1);
  const filled = Math.floor(((xp - from) / (next - from)) * PEGS);
  return (
    <div className={className}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-display text-17 font-semibold">Level {level}</span>
        <span className="text-13 text-muted">{formatNumber(next - xp)} XP to go</span>
      </p>
      <div
        role="progressbar"
        aria-label={`Progress to level ${level + 1}`}
        aria-valuemin={from}
        aria-valuemax={next}
        aria-valuenow={xp}
        aria-valuetext={`${formatNumber(xp)} of ${formatNumber(next)} XP`}
        className="mt-1.5 flex justify-between"
      >
        {Array.from({ length: PEGS }, (_, peg) => (
          <span key={peg} className={clsx("size-2.5 rounded-full", peg < filled ? "peg bg-brand" : "hole")} />
        ))}
      </div>
    </div>
  );
}
