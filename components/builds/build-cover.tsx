import clsx from "clsx";
import { Cpu, Database, Gamepad2, Globe, Hammer, type LucideIcon, Music, Wrench } from "lucide-react";

const TOOLS: Record<string, LucideIcon> = {
  tools: Wrench,
  games: Gamepad2,
  hardware: Cpu,
  data: Database,
  music: Music,
  web: Globe,
};

/** Colours of the outlines. No gold: it is reserved for coins. */
const PAINTS = [
  "oklch(0.6 0.11 35)",
  "oklch(0.55 0.08 130)",
  "oklch(0.55 0.07 215)",
  "oklch(0.5 0.09 320)",
  "oklch(0.52 0.08 265)",
  "oklch(0.55 0.1 10)",
];

interface BuildCoverProps {
  slug: string;
  category: string;
  large?: boolean;
  className?: string;
}

/** A generated cover: a tool hanging over its painted outline, as on a workshop wall. */
export function BuildCover({ slug, category, large = false, className }: BuildCoverProps) {
  const Tool = TOOLS[category] ?? Hammer;
  const paint = PAINTS[sum(slug) % PAINTS.length];
  return (
    <div
      aria-hidden
      className={clsx("relative grid place-items-center overflow-hidden border-b border-line pegs", className)}
      style={{ backgroundColor: `color-mix(in oklch, ${paint} 14%, var(--surface))` }}
    >
      <div
        className={clsx("relative grid place-items-center", large ? "size-32" : "size-20")}
        style={{ rotate: `${(sum(slug) % 17) - 8}deg`, color: paint }}
      >
        <Tool className="absolute size-full overflow-visible opacity-25" strokeWidth={7} />
        <Tool className="absolute size-full text-ink" strokeWidth={1.25} />
      </div>
    </div>
  );
}

function sum(text: string) {
  let value = 7;
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) % 9973;
  return value;
}
