import { LinkChip } from "@/components/ui/link-chip";
import { HISTORY_FILTERS, type HistoryFilter } from "@/lib/domain/coins/rules";

const LABELS: Record<HistoryFilter, string> = { drops: "Drops", earned: "Earned", spent: "Spent" };

/** `show` is the requested filter, null for everything. */
export function HistoryFilters({ show }: { show: HistoryFilter | null }) {
  const filters = Object.keys(HISTORY_FILTERS) as HistoryFilter[];
  return (
    <nav aria-label="Filter changes" className="flex flex-wrap gap-2">
      <LinkChip href={PLACE} current={show === null}>
        All
      </LinkChip>
      {filters.map((filter) => (
        <LinkChip key={filter} href={`${PLACE}?show=${filter}`} current={show === filter}>
          {LABELS[filter]}
        </LinkChip>
      ))}
    </nav>
  );
}

const PLACE = "/coins/history";
