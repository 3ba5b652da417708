import Link from "next/link";
import { errorHref } from "@/components/api-docs/hrefs";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/button";
import { NextPage } from "@/components/ui/load-more";
import { formatNumber } from "@/components/ui/number";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { LoggedRequest } from "@/lib/domain/accounts/request-log/schema";
import { requestsHref, type RequestsView } from "./request-overview";

export const REQUESTS_A_PAGE = 30;

interface RequestListProps {
  page: Page<ShownRequest>;
  view: RequestsView;
  /** The viewer's keys, to name the one of each request; requests of an app reveal no keys. */
  keys: readonly { id: string; name: string }[];
  /** When there will be some, if there are none and no filter is set. */
  none: string;
}

type ShownRequest = Omit<LoggedRequest, "keyId"> & { keyId?: string };

/** Requests, newest first, which expand without JavaScript. */
export function RequestList({ page: { data, nextCursor }, view, keys, none }: RequestListProps) {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return (
    <>
      {data.length === 0 && <NoRequests view={view} isOver={nextCursor === null} none={none} />}
      <ol className="rows empty:hidden">
        {data.map((request) => (
          <li key={request.id}>
            <RequestLine
              request={request}
              view={view}
              keyName={request.keyId === undefined ? undefined : (names.get(request.keyId) ?? "one that was revoked")}
            />
          </li>
        ))}
      </ol>
      <NextPage of={requestsHref(view)} cursor={nextCursor}>
        {data.length < REQUESTS_A_PAGE ? "Look further back" : "Older requests"}
      </NextPage>
    </>
  );
}

interface RequestProps {
  request: ShownRequest;
  view: RequestsView;
  keyName: string | undefined;
}

function RequestLine({ request, view, keyName }: RequestProps) {
  const { operation, status, error, durationMs, times, createdAt } = request;
  return (
    <details className="group">
      <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[1rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="size-4 text-muted transition-transform group-open:rotate-90" />
        <Badge tone={status >= 400 ? "bad" : "good"} className="tabular-nums">
          {status}
        </Badge>
        <code className="truncate font-mono text-13">{operation ?? "no such operation"}</code>
        <RelativeTime at={createdAt} className="text-right text-13 text-muted" />
        <span className="col-start-3 min-w-0 truncate text-13 text-muted">
          {[error, `${formatNumber(durationMs)} ms`, times > 1 && `${formatNumber(times)} times`, keyName]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </summary>
      <RequestDetails request={request} view={view} keyName={keyName} />
    </details>
  );
}

function RequestDetails({ request, view, keyName }: RequestProps) {
  const { id, operation, error, requestBytes, responseBytes, times, createdAt } = request;
  const only = (filter: RequestsView["filter"]) => requestsHref({ ...view, filter: { ...view.filter, ...filter } });
  return (
    <div className="border-t border-line bg-bg/60 px-4 py-4 md:pl-11">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 [&_dt]:text-muted">
        <dt>Request id</dt>
        <dd className="font-mono break-all">{id}</dd>
        <dt>Time</dt>
        <dd>
          <ExactTime at={createdAt} seconds />
        </dd>
        {keyName !== undefined && (
          <>
            <dt>Key or app</dt>
            <dd className="wrap-anywhere">{keyName}</dd>
          </>
        )}
        <dt>Sent</dt>
        <dd>{requestBytes === null ? "unknown" : `${formatNumber(requestBytes)} bytes`}</dd>
        <dt>Received</dt>
        <dd>{formatNumber(responseBytes)} bytes</dd>
        {times > 1 && (
          <>
            <dt>Times</dt>
            <dd>{formatNumber(times)} within about a second, of which this was the first</dd>
          </>
        )}
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-5 text-13 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center">
        {operation !== null && (
          <Link href={only({ operation })} scroll={false} className="link">
            Only this operation
          </Link>
        )}
        {error !== null && (
          <>
            <Link href={only({ error })} scroll={false} className="link">
              Only this error
            </Link>
            <Link href={errorHref(error)} className="link">
              What to do about it
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

interface NoRequestsProps {
  view: RequestsView;
  /** Whether there are no older requests. */
  isOver: boolean;
  /** When there will be some, if no filter is set. */
  none: string;
}

function NoRequests({ view, isOver, none }: NoRequestsProps) {
  if (Object.values(view.filter).every((value) => value === undefined))
    return (
      <EmptyState
        icon="code"
        title="No requests yet"
        action={<LinkButton href="/docs/api">How to make one</LinkButton>}
      >
        {none}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="code"
      title={isOver ? "No such requests" : "Not among these"}
      action={<LinkButton href={requestsHref({ ...view, filter: {} })}>Show all</LinkButton>}
    >
      {isOver
        ? "Nothing in the last days matches."
        : "None of the requests that were looked at matches. There are older ones."}
    </EmptyState>
  );
}
