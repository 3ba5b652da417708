import clsx from "clsx";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { LedgerEntry } from "@/lib/domain/play/coins/schema";
import { type LedgerType, type HistoryFilter } from "@/lib/domain/play/coins/rules";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { FilterChips } from "@/components/ui/link-chips";
import { CoinAmount } from "./coin-amount";

export function HistoryList({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Change</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: LedgerEntry }) {
  const detail = entryDetail(entry);
  return (
    <tr className="border-b border-line last:border-0">
      <td className="py-2.5 pr-3">
        <span className="font-medium">{LABELS[entry.type]}</span>
        <span className="block text-13 text-muted">
          <RelativeTime at={entry.createdAt} />
          {detail && (
            <>
              {" "}
              ·{" "}
              <Link
                href={`/coins/fairness?drop=${encodeURIComponent(entry.id)}`}
                className="underline decoration-line underline-offset-2 hover:decoration-current"
              >
                {detail}
              </Link>
            </>
          )}
        </span>
      </td>
      <td className={clsx("py-2.5 text-right font-display font-semibold", entry.amount > 0 ? "text-good" : "text-ink")}>
        <CoinAmount value={entry.amount} signed />
        <span aria-hidden className="block font-sans text-13 font-normal text-muted sm:hidden">
          <CoinAmount value={entry.balance} />
        </span>
      </td>
      <td className="w-32 py-2.5 pl-3 text-right text-muted max-sm:sr-only">
        <CoinAmount value={entry.balance} />
      </td>
    </tr>
  );
}

const LABELS: Record<LedgerType, string> = {
  OPENING: "Starting balance",
  BET_WON: "Won a drop",
  BET_LOST: "Lost a drop",
  CLAIM: "Claimed coins",
  PURCHASE: "Bought in the shop",
  QUEST: "Finished a quest",
  SALE: "Sold a build",
};

function entryDetail({ bet }: Pick<LedgerEntry, "bet">): string | null {
  if (!bet) return null;
  return bet.won ? `Cup ${binNumber(bet.landedBin)}` : `Cup ${binNumber(bet.landedBin)}, bet on ${binNumber(bet.bin)}`;
}

const FILTER_LABELS: Record<HistoryFilter, string> = { drops: "Drops", earned: "Earned", spent: "Spent" };

/** `show` is the requested filter, null for everything. */
export function HistoryFilters({ show }: { show: HistoryFilter | null }) {
  return (
    <FilterChips
      label="Filter changes"
      path="/coins/history"
      filter={{ show }}
      name="show"
      all="All"
      options={Object.entries(FILTER_LABELS)}
    />
  );
}
