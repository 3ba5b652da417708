import type { Metadata } from "next";
import { BackToDeveloper } from "@/components/developer/back-to-developer";
import { notFound } from "next/navigation";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { viewOf } from "@/app/(site)/settings/developer/requests-view";
import { RequestList, REQUESTS_A_PAGE } from "@/components/developer/request-list";
import { RequestFilters, RequestPeriods, RequestSummary } from "@/components/developer/request-overview";
import { Wide, Lead, Section } from "@/components/ui/section";
import { formatNumber } from "@/components/ui/number";
import { requireContext } from "@/lib/auth/require";
import { listOwnApps } from "@/lib/domain/accounts/apps/queries";
import { listAppRequests, summarizeAppRequests } from "@/lib/domain/accounts/request-log/queries";
import { MAX_COUNTED_GRANTS, REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";

export const metadata: Metadata = { title: "Requests of an app" };

export default async function AppRequestsPage({ params, searchParams }: PageProps<"/settings/developer/apps/[id]">) {
  const { id } = await params;
  const { cursor, ...query } = await searchParams;
  const ctx = await requireContext(`/settings/developer/apps/${encodeURIComponent(id)}`);
  const app = (await listOwnApps(ctx)).data.find((own) => own.id === id) ?? notFound();
  const { filter, per } = viewOf(query);
  const { key: _key, id: _id, ...narrowed } = filter;
  const view = { app: id, filter: narrowed, per };
  const [summary, page] = await Promise.all([
    summarizeAppRequests(ctx, { id, per }),
    pageAtCursor(cursor, (cursor) => listAppRequests(ctx, { id, ...narrowed, limit: REQUESTS_A_PAGE, cursor })),
  ]);
  return (
    <Wide>
      <BackToDeveloper />
      <Section id="requests" title={`Requests of ${app.name}`} actions={<RequestPeriods view={view} />}>
        <Lead>
          What it requested in the last {REQUEST_RETENTION_DAYS} days, for anybody, and how we answered.{" "}
          {`It acts for ${accountsText(summary.accounts)}; for whom a request was is not shown.`}
        </Lead>
        <RequestSummary summary={summary} view={view} />
      </Section>
      <Section id="log" title="Log" className="mt-10">
        <RequestFilters view={view} keys={[]} />
        <RequestList
          page={page}
          view={view}
          keys={[]}
          none="As soon as it uses what somebody allowed it, its requests show up here."
        />
      </Section>
    </Wide>
  );
}

function accountsText(accounts: number): string {
  if (accounts === 1) return "one account";
  return `${formatNumber(accounts)} accounts${accounts === MAX_COUNTED_GRANTS ? " or more" : ""}`;
}
