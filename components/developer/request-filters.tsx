import clsx from "clsx";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { STATUS_CLASSES } from "@/lib/domain/request-log/rules";
import { requestsHref, type RequestsView } from "./requests-href";

const STATUS_LABELS: Record<(typeof STATUS_CLASSES)[number], string> = {
  errors: "All errors",
  "2xx": "2xx, successful",
  "3xx": "3xx, not modified",
  "4xx": "4xx, rejected",
  "5xx": "5xx, failed on our side",
};

/** Filters the request log by key and status; a row's link filters by its operation or error. */
export function RequestFilters({ view, keys }: { view: RequestsView; keys: readonly { id: string; name: string }[] }) {
  const { key, status, error, operation } = view.filter;
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
            : "sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]",
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
