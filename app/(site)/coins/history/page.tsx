import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { BalancePlot } from "@/components/coins/balance-plot";
import { HistoryFilters, HistoryList } from "@/components/coins/history-list";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { hrefWith } from "@/components/ui/href";
import { NextPage } from "@/components/ui/load-more";
import { requireContext } from "@/lib/auth/require";
import { listHistory } from "@/lib/domain/play/coins/queries";
import type { HistoryFilter } from "@/lib/domain/play/coins/rules";
import { historyFilter } from "@/lib/domain/play/coins/schema";

export const metadata: Metadata = { title: "Coin history" };

const ENTRIES_A_PAGE = 50;

export default async function HistoryPage({ searchParams }: PageProps<"/coins/history">) {
  const ctx = await requireContext("/coins/history");
  const asked = await searchParams;
  const show = historyFilter.safeParse(asked.show).data;
  const { data: entries, nextCursor } = await pageAtCursor(asked.cursor, (cursor) =>
    listHistory(ctx, { limit: ENTRIES_A_PAGE, cursor, show }),
  );
  if (entries.length === 0) return <Nothing show={show ?? null} />;
  return (
    <>
      <HistoryFilters show={show ?? null} />
      {show === undefined && entries.length > 1 && (
        <Card className="mt-6 mb-2">
          <BalancePlot entries={entries} />
        </Card>
      )}
      <HistoryList entries={entries} />
      <NextPage of={hrefWith("/coins/history", { show })} cursor={nextCursor}>
        Older changes
      </NextPage>
    </>
  );
}

function Nothing({ show }: { show: HistoryFilter | null }) {
  return (
    <div className="grid gap-6">
      {show && <HistoryFilters show={show} />}
      <EmptyState title={show ? NOTHING[show] : "No changes yet"} next={{ href: "/coins", label: "Drop a ball" }}>
        Every change to your balance will show up here.
      </EmptyState>
    </div>
  );
}

const NOTHING: Record<HistoryFilter, string> = {
  drops: "No drops yet",
  earned: "Nothing earned yet",
  spent: "Nothing spent yet",
};
