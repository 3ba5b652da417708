import clsx from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "plain" | "brand" | "good" | "bad" | "coin";

interface BadgeProps {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}

/** A short label for a state. Its meaning never depends on colour alone. */
export function Badge({ tone = "plain", className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-full px-2 py-px text-13 font-medium whitespace-nowrap [&>svg]:size-3.5",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const TONES: Record<BadgeTone, string> = {
  plain: "bg-hover text-muted",
  brand: "bg-brand-soft text-brand",
  good: "bg-good-soft text-good",
  bad: "bg-bad-soft text-bad",
  coin: "bg-coin-soft text-coin-ink",
};
