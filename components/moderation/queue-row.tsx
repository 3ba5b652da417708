"use client";

import { RelativeTime } from "@/components/ui/relative-time";
import { REPORT_REASONS } from "@/lib/domain/moderation/rules";
import type { Report } from "@/lib/domain/moderation/schema";
import { SUBJECT_LABELS } from "./labels";

/** A report in the queue that is not opened. */
export function QueueRow({ report, onOpen }: { report: Report; onOpen: () => void }) {
  const { account, snapshot, subject } = report;
  return (
    <button type="button" onClick={onOpen} className="flex w-full flex-col gap-0.5 px-4 py-3 text-left hover:bg-hover">
      <span className="flex w-full items-baseline gap-2 text-13 text-muted">
        <span className="truncate">
          {REPORT_REASONS[report.reason]} · {SUBJECT_LABELS[subject.type]} by @{account.handle}
        </span>
        <span className="ml-auto shrink-0">
          <RelativeTime at={report.createdAt} />
        </span>
      </span>
      <span dir="auto" className="w-full truncate">
        {snapshot.title ?? (snapshot.content || "No words")}
      </span>
    </button>
  );
}
