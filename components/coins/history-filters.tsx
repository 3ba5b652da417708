import { LinkTabs } from "@/components/ui/link-tabs";
import { HISTORY_FILTERS, type HistoryFilter } from "@/lib/domain/coins/rules";

const WORDS: Record<HistoryFilter, string> = { drops: "Drops", earned: "Earned", spent: "Spent" };

/** `show` is the filter that the page was asked for, null for everything. */
export function HistoryFilters({ show }: { show: HistoryFilter | null }) {
  const filters = Object.keys(HISTORY_FILTERS) as HistoryFilter[];
  const tabs = [
    { href: PLACE, label: "Everything", current: show === null },
    ...filters.map((filter) => ({ href: `${PLACE}?show=${filter}`, label: WORDS[filter], current: show === filter })),
  ];
  return <LinkTabs label="Kinds of changes" tabs={tabs} />;
}

const PLACE = "/coins/history";
