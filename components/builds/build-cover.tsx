import { Icon } from "@/components/ui/icon";
import clsx from "clsx";
import type { IconName } from "@/components/ui/icon-names";
import type { AttachedMedia } from "@/lib/domain/writing/media/schema";

const TOOLS: Record<string, IconName> = {
  tools: "wrench",
  games: "gamepad-2",
  hardware: "cpu",
  data: "database",
  music: "eighth-notes",
  web: "globe",
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
  cover: AttachedMedia | null;
  large?: boolean;
  className?: string;
}

/** A build's cover, or a generated one: a tool hanging over its painted outline, as on a workshop wall. */
export function BuildCover({ slug, category, cover, large = false, className }: BuildCoverProps) {
  if (cover)
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen
      <img
        src={cover.url}
        alt={cover.alt}
        width={cover.width}
        height={cover.height}
        loading="lazy"
        decoding="async"
        className={clsx("w-full border-b border-line bg-hover object-cover", className)}
      />
    );
  const tool = TOOLS[category] ?? "hammer";
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
        <Icon name={tool} className="absolute size-full overflow-visible [stroke-width:7] opacity-25" />
        <Icon name={tool} className="absolute size-full [stroke-width:1.25] text-ink" />
      </div>
    </div>
  );
}

function sum(text: string) {
  let value = 7;
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) % 9973;
  return value;
}
