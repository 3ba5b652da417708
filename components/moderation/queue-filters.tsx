import { hrefWith } from "@/components/ui/href";
import { LinkChip } from "@/components/ui/link-chip";
import { REASON_NAMES, REPORT_REASONS, REPORT_STATUSES, SUBJECT_TYPES } from "@/lib/domain/moderation/rules";
import type { ReportFilter } from "@/lib/domain/moderation/schema";

const STATUSES = { open: "Open", dismissed: "Dismissed", acted: "Acted on" };
const TYPES = { post: "Posts", comment: "Comments", build: "Builds", message: "Messages", user: "People" };

/** Filters for the queue: by status, reason and type. */
export function QueueFilters({ filter }: { filter: ReportFilter }) {
  const { reason, type } = filter;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <nav aria-label="Status" className={ROW}>
        {REPORT_STATUSES.map((name) => (
          <LinkChip key={name} href={queueHref({ ...filter, status: name })} current={filter.status === name}>
            {STATUSES[name]}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Type" className={ROW}>
        {[undefined, ...SUBJECT_TYPES].map((name) => (
          <LinkChip key={name ?? "all"} href={queueHref({ ...filter, type: name })} current={type === name}>
            {name ? TYPES[name] : "Everything"}
          </LinkChip>
        ))}
      </nav>
      <nav aria-label="Reason" className={ROW}>
        {[undefined, ...REASON_NAMES].map((name) => (
          <LinkChip key={name ?? "all"} href={queueHref({ ...filter, reason: name })} current={reason === name}>
            {name ? REPORT_REASONS[name] : "Any reason"}
          </LinkChip>
        ))}
      </nav>
    </div>
  );
}

/** One line that scrolls sideways on a phone. */
const ROW =
  "flex gap-2 md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:[scrollbar-width:none]";

function queueHref({ status, reason, type }: ReportFilter) {
  return hrefWith("/moderation", { status: status === "open" ? undefined : status, type, reason });
}
