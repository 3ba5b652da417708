import { RelativeTime } from "@/components/ui/relative-time";
import { AUDIT_ACTIONS } from "@/lib/domain/audit-log/rules";
import type { AccountEntry } from "@/lib/domain/administration/schema";
import { detailLabels } from "./entry-details";

/** The audit log's entries about an account, newest first. */
export function AccountEntries({ entries }: { entries: readonly AccountEntry[] }) {
  if (entries.length === 0) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ol className="rows">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
          <span className="font-medium">{AUDIT_ACTIONS[entry.action]}</span>
          <span className="min-w-0 text-13 wrap-anywhere text-muted">
            {[actorOf(entry), ...detailLabels(entry)].filter(Boolean).join(" · ")}
          </span>
          <span className="ml-auto text-13 text-muted">
            <RelativeTime at={entry.createdAt} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function actorOf({ actorId, accountId, actorHandle }: AccountEntry): string {
  if (actorId === null) return "by the site";
  return actorId === accountId ? "" : `by @${actorHandle ?? actorId}`;
}
