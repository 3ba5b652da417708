import { RelativeTime } from "@/components/ui/relative-time";
import { AUDIT_ACTIONS } from "@/lib/domain/accounts/audit-log/rules";
import type { SecurityEntry } from "@/lib/domain/accounts/audit-log/schema";
import { browserName } from "@/lib/domain/accounts/users/browsers";

const BY = { you: "", staff: "by staff", site: "by the site" };

/** `entries` are newest first. */
export function SecurityLog({ entries }: { entries: readonly SecurityEntry[] }) {
  return <ActList entries={entries} detailsOf={(entry) => [BY[entry.by], detailOf(entry)]} />;
}

interface ActListProps<Entry> {
  entries: readonly Entry[];
  /** The empty ones are left out. */
  detailsOf: (entry: Entry) => string[];
}

export function ActList<Entry extends ActEntry>({ entries, detailsOf }: ActListProps<Entry>) {
  if (entries.length === 0) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ol className="rows">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
          <span className="font-medium">{AUDIT_ACTIONS[entry.action]}</span>
          <span className="min-w-0 text-13 wrap-anywhere text-muted">
            {detailsOf(entry).filter(Boolean).join(" · ")}
          </span>
          <RelativeTime at={entry.createdAt} className="ml-auto text-13 text-muted" />
        </li>
      ))}
    </ol>
  );
}

type ActEntry = Pick<SecurityEntry, "id" | "action" | "createdAt">;

/** Returns the detail that distinguishes entries of one kind. */
function detailOf({ details }: SecurityEntry): string {
  const { name, userAgent, from, to, decision } = details;
  if (typeof from === "string" && typeof to === "string") return `${from} → ${to}`;
  const browser = typeof userAgent === "string" && browserName(userAgent);
  const detail = [name, browser, decision].find((value) => typeof value === "string" && value !== "");
  return typeof detail === "string" ? detail : "";
}
