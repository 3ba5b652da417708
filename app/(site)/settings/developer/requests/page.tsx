import type { Metadata } from "next";
import { BackToDeveloper } from "@/components/developer/back-to-developer";
import { Suspense } from "react";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { viewOf } from "@/app/(site)/settings/developer/requests-view";
import { RequestList, REQUESTS_A_PAGE } from "@/components/developer/request-list";
import {
  RequestFilters,
  RequestPeriods,
  requestsHref,
  RequestSummary,
  type RequestsView,
} from "@/components/developer/request-overview";
import { Wide, Lead, Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { requireContext } from "@/lib/auth/require";
import type { Context } from "@/lib/domain/kernel/context";
import { listGrantNames } from "@/lib/domain/accounts/apps/queries";
import { listKeys } from "@/lib/domain/accounts/keys/queries";
import { listRequests, summarizeRequests } from "@/lib/domain/accounts/request-log/queries";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";

export const metadata: Metadata = { title: "Requests" };

type Query = Awaited<PageProps<"/settings/developer/requests">["searchParams"]>;

export default async function RequestsPage({ searchParams }: PageProps<"/settings/developer/requests">) {
  const query = await searchParams;
  const ctx = await requireContext("/settings/developer/requests");
  const view = viewOf(query);
  const [{ data }, grants] = await Promise.all([listKeys(ctx), listGrantNames(ctx)]);
  const keys = [...data, ...grants];
  return (
    <Wide>
      <BackToDeveloper />
      <Section id="requests" title="Requests" actions={<RequestPeriods view={view} />}>
        <Lead>
          What your keys, and apps that act for you, requested in the last {REQUEST_RETENTION_DAYS} days, and how we
          answered. Nothing that a request sent is kept.
        </Lead>
        <Suspense key={`summary ${view.per} ${view.filter.key}`} fallback={<Skeleton className="h-72" />}>
          <Summary ctx={ctx} view={view} />
        </Suspense>
      </Section>
      <Section id="log" title="Log" className="mt-10">
        <RequestFilters view={view} keys={keys} />
        <Suspense key={requestsHref(view, textParameter(query.cursor))} fallback={<Skeleton className="h-96" />}>
          <Log ctx={ctx} view={view} cursor={query.cursor} keys={keys} />
        </Suspense>
      </Section>
    </Wide>
  );
}

async function Summary({ ctx, view }: { ctx: Context; view: RequestsView }) {
  return <RequestSummary summary={await summarizeRequests(ctx, { per: view.per, key: view.filter.key })} view={view} />;
}

interface LogProps {
  ctx: Context;
  view: RequestsView;
  cursor: Query[string];
  keys: readonly { id: string; name: string }[];
}

async function Log({ ctx, view, cursor, keys }: LogProps) {
  const page = await pageAtCursor(cursor, (cursor) =>
    listRequests(ctx, { ...view.filter, limit: REQUESTS_A_PAGE, cursor }),
  );
  const none = "As soon as a program uses one of your keys, its requests show up here.";
  return <RequestList page={page} view={view} keys={keys} none={none} />;
}
