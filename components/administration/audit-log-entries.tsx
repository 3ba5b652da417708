import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { AUDIT_ACTIONS } from "@/lib/domain/audit-log/rules";
import type { ListedEntry } from "@/lib/domain/audit-log/schema";
import { detailLabels } from "./entry-details";

/** Entries of the audit log: who did what, to whom, when and why. */
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
        <span className="ml-auto text-13 text-muted">
          <RelativeTime at={createdAt} />
        </span>
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
