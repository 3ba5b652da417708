import type { Metadata } from "next";
import { BackToDeveloper } from "@/components/developer/back-to-developer";
import { notFound } from "next/navigation";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { viewOf } from "@/app/(site)/settings/developer/requests-view";
import { NoRequests } from "@/components/developer/no-requests";
import { RequestFilters } from "@/components/developer/request-filters";
import { RequestList } from "@/components/developer/request-list";
import { RequestPeriods, RequestSummary } from "@/components/developer/request-summary";
import { requestsHref } from "@/components/developer/requests-href";
import { Wide } from "@/components/shell/wide";
import { LoadMore } from "@/components/ui/load-more";
import { formatNumber } from "@/components/ui/number";
import { Section } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listOwnApps } from "@/lib/domain/apps/queries";
import { listAppRequests, summarizeAppRequests } from "@/lib/domain/request-log/queries";
import { MAX_COUNTED_GRANTS, REQUEST_RETENTION_DAYS } from "@/lib/domain/request-log/rules";

export const metadata: Metadata = { title: "Requests of an app" };

const ROWS = 30;

/** The requests of an app, for its developer. */
export default async function AppRequestsPage({ params, searchParams }: PageProps<"/settings/developer/apps/[id]">) {
  const { id } = await params;
  const { cursor, ...query } = await searchParams;
  const ctx = await requireContext(`/settings/developer/apps/${encodeURIComponent(id)}`);
  const app = (await listOwnApps(ctx)).data.find((own) => own.id === id) ?? notFound();
  const { filter, per } = viewOf(query);
  const { key: _, ...narrowed } = filter;
  const view = { app: id, filter: narrowed, per };
  const [summary, page] = await Promise.all([
    summarizeAppRequests(ctx, { id, per }),
    pageAtCursor(cursor, (cursor) => listAppRequests(ctx, { id, ...narrowed, limit: ROWS, cursor })),
  ]);
  const { accounts } = summary;
  return (
    <Wide>
      <BackToDeveloper />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="min-w-0 text-21 wrap-anywhere">Requests of {app.name}</h2>
        <RequestPeriods view={view} />
      </div>
      <p className="mb-5 max-w-prose text-muted">
        What it requested in the last {REQUEST_RETENTION_DAYS} days, for anybody, and how we answered. It acts for{" "}
        {accounts === MAX_COUNTED_GRANTS ? `${formatNumber(accounts)} accounts or more` : accountsText(accounts)}; for
        whom a request was is not shown.
      </p>
      <RequestSummary summary={summary} view={view} />
      <Section id="log" title="Log" className="mt-10">
        <RequestFilters view={view} keys={[]} />
        {page.data.length > 0 ? (
          <RequestList requests={page.data} view={view} keys={[]} />
        ) : (
          <NoRequests
            isOver={page.nextCursor === null}
            view={view}
            none="As soon as it uses what somebody allowed it, its requests show up here."
          />
        )}
        {page.nextCursor && (
          <LoadMore href={requestsHref(view, page.nextCursor)}>
            {page.data.length < ROWS ? "Look further back" : "Older requests"}
          </LoadMore>
        )}
      </Section>
    </Wide>
  );
}

const accountsText = (accounts: number) => (accounts === 1 ? "one account" : `${formatNumber(accounts)} accounts`);
