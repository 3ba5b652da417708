import { hrefWith } from "@/components/ui/href";
import { LinkChips } from "@/components/ui/link-chips";
import { REASON_NAMES, REPORT_REASONS, REPORT_STATUSES, SUBJECT_TYPES } from "@/lib/domain/moderation/rules";
import type { ReportFilter } from "@/lib/domain/moderation/schema";

const STATUSES = { open: "Open", dismissed: "Dismissed", acted: "Acted on" };
const TYPES = { post: "Posts", comment: "Comments", build: "Builds", message: "Messages", user: "People" };

/** Filters for the queue: by status, reason and type. */
export function QueueFilters({ filter }: { filter: ReportFilter }) {
  const { reason, type } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <LinkChips
        label="Status"
        chips={REPORT_STATUSES.map((name) => ({
          href: queueHref({ ...filter, status: name }),
          label: STATUSES[name],
          current: filter.status === name,
        }))}
      />
      <LinkChips
        label="Type"
        chips={[undefined, ...SUBJECT_TYPES].map((name) => ({
          href: queueHref({ ...filter, type: name }),
          label: name ? TYPES[name] : "Everything",
          current: type === name,
        }))}
      />
      <LinkChips
        label="Reason"
        chips={[undefined, ...REASON_NAMES].map((name) => ({
          href: queueHref({ ...filter, reason: name }),
          label: name ? REPORT_REASONS[name] : "Any reason",
          current: reason === name,
        }))}
      />
    </div>
  );
}

function queueHref({ status, reason, type }: ReportFilter) {
  return hrefWith("/moderation", { status: status === "open" ? undefined : status, type, reason });
}
