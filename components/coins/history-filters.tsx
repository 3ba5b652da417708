import { hrefWith } from "@/components/ui/href";
import { LinkChips } from "@/components/ui/link-chips";
import { HISTORY_FILTERS, type HistoryFilter } from "@/lib/domain/coins/rules";

const LABELS: Record<HistoryFilter, string> = { drops: "Drops", earned: "Earned", spent: "Spent" };

/** `show` is the requested filter, null for everything. */
export function HistoryFilters({ show }: { show: HistoryFilter | null }) {
  const filters = Object.keys(HISTORY_FILTERS) as HistoryFilter[];
  const chips = [null, ...filters].map((filter) => ({
    href: hrefWith("/coins/history", { show: filter }),
    label: filter ? LABELS[filter] : "All",
    current: show === filter,
  }));
  return <LinkChips label="Filter changes" chips={chips} />;
}
