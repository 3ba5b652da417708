import clsx from "clsx";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, Input, Select } from "@/components/ui/field";
import { hrefWith } from "@/components/ui/href";
import { Icon } from "@/components/ui/icon";
import { LinkChips } from "@/components/ui/link-chips";
import { formatNumber } from "@/components/ui/number";
import type { STATUS_CLASSES } from "@/lib/domain/accounts/request-log/rules";
import type { RequestFilter, RequestSummary as Summary } from "@/lib/domain/accounts/request-log/schema";
import { Figure, StackedBars } from "./figures";

/** The contents of a page of requests: those by the viewer's keys, or of an app that they registered. */
export interface RequestsView {
  app?: string;
  filter: RequestFilter;
  per: "hour" | "day";
}

export function requestsHref({ app, filter, per }: RequestsView, cursor?: string): string {
  const path = app === undefined ? "/settings/developer/requests" : `/settings/developer/apps/${app}`;
  return hrefWith(path, { ...filter, per: per === "day" ? per : undefined, cursor });
}

const PERIODS = { hour: "24 hours", day: "7 days" } as const;

export function RequestSummary({ summary, view }: { summary: Summary; view: RequestsView }) {
  const { per, requests, errors, buckets, errorCodes, p50Ms, p95Ms } = summary;
  return (
    <Card className="grid gap-7">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 max-tiny:grid-cols-1 md:grid-cols-4">
        <Figure label="Requests" value={formatNumber(requests)}>
          in the last {PERIODS[per]}
        </Figure>
        <Figure label="Failed" value={formatNumber(errors)}>
          {requests === 0 ? "nothing requested" : `${shareOf(errors, requests)} of all`}
        </Figure>
        <Figure label="Median" value={milliseconds(p50Ms)}>
          half were faster
        </Figure>
        <Figure label="95th percentile" value={milliseconds(p95Ms)}>
          one in twenty was slower
        </Figure>
      </dl>
      <figure className={clsx("w-full", per === "hour" ? "max-w-180" : "max-w-64")}>
        <StackedBars
          bars={buckets.map(({ startsAt, requests, errors }) => ({
            id: startsAt,
            good: requests - errors,
            bad: errors,
            title: barTitle({ time: timeOf(startsAt, per), requests, errors }),
          }))}
          label={barTitle({ time: `The last ${PERIODS[per]}`, requests, errors })}
          className="h-auto w-full"
        />
        <figcaption className="mt-1.5 flex justify-between text-13 text-muted">
          <span>{timeOf(buckets[0]?.startsAt ?? "", per)}</span>
          <span>{per === "hour" ? "this hour, UTC" : "today, UTC"}</span>
        </figcaption>
      </figure>
      {errorCodes.length > 0 && <ErrorCodes codes={errorCodes} view={view} />}
    </Card>
  );
}

export function RequestPeriods({ view }: { view: RequestsView }) {
  const chips = (["hour", "day"] as const).map((per) => ({
    href: requestsHref({ ...view, per }),
    label: PERIODS[per],
    current: view.per === per,
  }));
  return <LinkChips label="Period" chips={chips} />;
}

function ErrorCodes({ codes, view }: { codes: Summary["errorCodes"]; view: RequestsView }) {
  return (
    <div>
      <h3 className="mb-1 text-15 font-semibold">What failed</h3>
      <ul className="divide-y divide-line">
        {codes.map(({ code, requests, docUrl }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-4">
            <Link
              href={requestsHref({ ...view, filter: { ...view.filter, error: code } })}
              scroll={false}
              className="flex min-h-11 min-w-0 grow items-center gap-3 hover:underline"
            >
              <code className="min-w-0 truncate font-mono text-13">{code}</code>
              <span className="text-13 text-muted">{requests === 1 ? "once" : `${formatNumber(requests)} times`}</span>
            </Link>
            <a href={docUrl} className="flex min-h-11 items-center text-13 link">
              What to do<span className="sr-only"> about {code}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const barTitle = ({ time, requests, errors }: { time: string; requests: number; errors: number }) =>
  `${time}: ${formatNumber(requests)} ${requests === 1 ? "request" : "requests"}, ${formatNumber(errors)} failed`;

const milliseconds = (ms: number | null) =>
  ms === null ? "–" : `${ms < 10 ? ms.toFixed(1) : formatNumber(Math.round(ms))} ms`;

function shareOf(part: number, whole: number): string {
  const share = (100 * part) / whole;
  return share > 0 && share < 0.1 ? "under 0.1 %" : `${share.toFixed(share < 10 && share > 0 ? 1 : 0)} %`;
}

const hour = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

const timeOf = (startsAt: string, per: "hour" | "day") => (per === "hour" ? hour : day).format(new Date(startsAt));

const STATUS_LABELS: Record<(typeof STATUS_CLASSES)[number], string> = {
  errors: "All errors",
  "2xx": "2xx, successful",
  "3xx": "3xx, not modified",
  "4xx": "4xx, rejected",
  "5xx": "5xx, failed on our side",
};

/** Filters the request log by key, status and id; a row's link filters by its operation or error. */
export function RequestFilters({ view, keys }: { view: RequestsView; keys: readonly { id: string; name: string }[] }) {
  const { key, status, error, operation, id } = view.filter;
  const isOfApp = view.app !== undefined;
  const revoked = key && !keys.some(({ id }) => id === key) ? [[key, "One that was revoked"] as const] : [];
  return (
    <>
      <form
        role="search"
        action={requestsHref({ ...view, filter: {}, per: "hour" })}
        className={clsx(
          "mb-4 grid gap-3 sm:items-end",
          isOfApp
            ? "sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
            : "sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto]",
        )}
      >
        {!isOfApp && (
          <Field label="Key or app" name="key">
            <Select
              key={key}
              defaultValue={key ?? ""}
              options={[["", "All"], ...keys.map(({ id, name }) => [id, name] as const), ...revoked]}
            />
          </Field>
        )}
        <Field label="Status" name="status">
          <Select key={status} defaultValue={status ?? ""} options={[["", "All"], ...Object.entries(STATUS_LABELS)]} />
        </Field>
        {!isOfApp && (
          <Field label="Request id" name="id">
            <Input key={id} type="search" defaultValue={id} placeholder="req_…" spellCheck={false} autoComplete="off" />
          </Field>
        )}
        {error && <input type="hidden" name="error" value={error} />}
        {operation && <input type="hidden" name="operation" value={operation} />}
        {view.per === "day" && <input type="hidden" name="per" value="day" />}
        <Button type="submit" className="max-sm:justify-self-start">
          Show
        </Button>
      </form>
      {(error !== undefined || operation !== undefined) && (
        <p className="mb-4 flex flex-wrap gap-2">
          {operation !== undefined && (
            <Removable
              what={operation}
              href={requestsHref({ ...view, filter: { ...view.filter, operation: undefined } })}
            />
          )}
          {error !== undefined && (
            <Removable what={error} href={requestsHref({ ...view, filter: { ...view.filter, error: undefined } })} />
          )}
        </p>
      )}
    </>
  );
}

/** A filter that a row set, as a link that removes it. */
function Removable({ what, href }: { what: string; href: string }) {
  return (
    <Link
      href={href}
      scroll={false}
      className="inline-flex min-h-(--control-small) max-w-full items-center gap-1.5 rounded-full border border-brand px-3.5 font-mono text-13 hover:bg-hover"
    >
      <span className="sr-only">Remove the filter </span>
      <span className="min-w-0 truncate">{what}</span>
      <Icon name="x" className="size-4 shrink-0" />
    </Link>
  );
}
