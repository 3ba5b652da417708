import { ErrorNote } from "@/components/ui/error-note";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatNumber } from "@/components/ui/number";
import { LEFT_OUT, type LeftOutReason } from "@/lib/domain/accounts/imports/rules";
import type { ImportItem } from "@/lib/domain/accounts/imports/schema";
import { FollowProgress } from "./follow-progress";
import { Progress } from "./progress";
import { SOURCES } from "./sources";
import { broughtText, isOpen, STATUSES } from "./statuses";
import { WithdrawImport } from "./withdraw-import";

export function ImportRow({ item }: { item: ImportItem }) {
  const { source, status, images, createdAt, failure, leftOut, undoableUntil } = item;
  const omitted = Object.entries(leftOut) as [LeftOutReason, number][];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          {SOURCES[source].name} <RelativeTime at={createdAt} className="text-13 text-muted" />
        </p>
        <p role="status" className="text-muted">
          {status === "done" ? `Brought ${broughtText(item)}.` : `${STATUSES[status]}.`}
        </p>
        {failure && <ErrorNote className="mt-2">{failure}</ErrorNote>}
        {status === "running" && images.total > 0 && (
          <Progress label="Pictures" done={images.done} total={images.total} />
        )}
        {omitted.length > 0 && (
          <details className="mt-1 text-13">
            <summary className="cursor-pointer text-muted">What was left out</summary>
            <ul className="mt-1 list-disc pl-5">
              {omitted.map(([reason, count]) => (
                <li key={reason}>
                  {LEFT_OUT[reason]}: {formatNumber(count)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {(isOpen(item) || undoableUntil) && <WithdrawImport id={item.id} undoableUntil={undoableUntil} />}
      {(status === "waiting" || status === "running") && <FollowProgress />}
    </li>
  );
}
