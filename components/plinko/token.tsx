import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { type AchievementKey, CUPS } from "@/lib/domain/play/coins/achievements";
import { binNumber } from "@/lib/domain/play/coins/plinko";

const ICONS: Partial<Record<AchievementKey, IconName>> = {
  "full-board": "trophy",
  "edge-double": "crown",
  "edge-run": "git-branch",
  "hot-hand": "target",
};

/** A round token: a cup by its number, anything else by its sign. A dashed hole where it is missing. */
export function Token({ achievement, isCollected = true }: { achievement: AchievementKey; isCollected?: boolean }) {
  const icon = ICONS[achievement];
  return (
    <span
      aria-hidden
      className={clsx(
        "grid size-9 shrink-0 place-items-center rounded-full font-display text-15 font-semibold",
        isCollected
          ? "bg-brand-soft text-brand inset-ring inset-ring-brand/40"
          : "border border-dashed border-edge text-muted",
      )}
    >
      {icon ? <Icon name={icon} className="size-4.5" /> : binNumber(CUPS.indexOf(achievement))}
    </span>
  );
}
