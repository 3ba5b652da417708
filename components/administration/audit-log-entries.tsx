import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { ActList } from "@/components/account/security-log";
import { AUDIT_ACTIONS, MAX_PERSON } from "@/lib/domain/accounts/audit-log/rules";
import type { ListedEntry, AuditEntry, AuditFilter } from "@/lib/domain/accounts/audit-log/schema";
import type { AccountEntry } from "@/lib/domain/deployment/administration/schema";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";

export function AuditLogEntries({ entries }: { entries: readonly ListedEntry[] }) {
  return (
    <ol className="rows">
      {entries.map((entry) => (
        <AuditLogEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function AuditLogEntry({ entry }: { entry: ListedEntry }) {
  const { action, actorId, actorHandle, accountId, accountHandle, reason, createdAt } = entry;
  const details = detailLabels({ details: { ...entry.details, reason: null } });
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{AUDIT_ACTIONS[action]}</span>
        <RelativeTime at={createdAt} className="ml-auto text-13 text-muted" />
      </p>
      <p className="min-w-0 text-13 wrap-anywhere text-muted">
        {actorId === null ? "The site or its operator" : <Account id={actorId} handle={actorHandle} />}
        {accountId !== null && accountId !== actorId && (
          <>
            <span aria-hidden> → </span>
            <span className="sr-only"> about </span>
            <Account id={accountId} handle={accountHandle} />
          </>
        )}
        {details.length > 0 && ` · ${details.join(" · ")}`}
      </p>
      {reason && <p className="wrap-anywhere whitespace-pre-wrap">{reason}</p>}
    </li>
  );
}

/** A link to an account, or the id of one that no longer exists. */
function Account({ id, handle }: { id: string; handle: string | null }) {
  if (handle === null) return <span className="break-all">{id}</span>;
  return (
    <Link href={`/admin/people/${id}`} prefetch={false} className="hover:underline">
      @{handle}
    </Link>
  );
}

/** Returns an entry's details as text: `from → to`, and the others by their names. */
function detailLabels({ details }: Pick<AuditEntry, "details">): string[] {
  const { from, to, ...others } = details;
  const change = typeof from === "string" && typeof to === "string" ? [`${from} → ${to}`] : [];
  const rest = Object.entries(others).filter(([, value]) => value !== null && value !== "");
  return [...change, ...rest.map(([name, value]) => `${spaced(name)}: ${text(value)}`)];
}

/** Splits a camel-case name: `mailDomains` becomes "mail domains". */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function text(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function AccountEntries({ entries }: { entries: readonly AccountEntry[] }) {
  return <ActList entries={entries} detailsOf={(entry) => [actorOf(entry), ...detailLabels(entry)]} />;
}

function actorOf({ actorId, accountId, actorHandle }: AccountEntry): string {
  if (actorId === null) return "by the site";
  return actorId === accountId ? "" : `by @${actorHandle ?? actorId}`;
}

/** Filters the audit log by action and person. Works without JavaScript. */
export function AuditLogFilter({ filter: { action, person = "" } }: { filter: AuditFilter }) {
  return (
    <form
      role="search"
      action="/admin/audit-log"
      className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end"
    >
      <Field label="Act" name="action">
        <Select key={action} defaultValue={action ?? ""} options={Object.entries(AUDIT_ACTIONS)}>
          <option value="">All acts</option>
        </Select>
      </Field>
      <Field label="Person" name="person">
        <Input
          key={person}
          defaultValue={person}
          placeholder="Handle or id"
          autoComplete="off"
          maxLength={MAX_PERSON}
        />
      </Field>
      <Button type="submit" className="max-sm:justify-self-start">
        Show
      </Button>
    </form>
  );
}
