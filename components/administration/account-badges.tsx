import { Badge } from "@/components/ui/badge";
import type { ListedAccount } from "@/lib/domain/administration/schema";
import { ROLE_LABELS, STANDING_LABELS, TIER_LABELS } from "./labels";

/** Badges for whatever is unusual about an account. */
export function AccountBadges({ account: { role, standing, tier } }: { account: ListedAccount }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {role !== "MEMBER" && <Badge tone="brand">{ROLE_LABELS[role].one}</Badge>}
      {standing !== "active" && <Badge tone={STANDING_LABELS[standing].tone}>{STANDING_LABELS[standing].label}</Badge>}
      {tier !== "free" && <Badge>{TIER_LABELS[tier]}</Badge>}
    </span>
  );
}
