import { FilterChips } from "@/components/ui/link-chips";
import { REPORT_REASONS } from "@/lib/domain/moderation/rules";
import type { ReportFilter } from "@/lib/domain/moderation/schema";

const TYPES = { post: "Posts", comment: "Comments", build: "Builds", message: "Messages", user: "People" };

/** Filters for the queue: by status, reason and type. */
export function QueueFilters({ filter: { status, ...others } }: { filter: ReportFilter }) {
  const chips = { path: "/moderation", filter: { ...others, status: status === "open" ? undefined : status } };
  return (
    <div className="mb-5 flex flex-col gap-3">
      <FilterChips
        {...chips}
        label="Status"
        name="status"
        all="Open"
        options={[
          ["dismissed", "Dismissed"],
          ["acted", "Acted on"],
        ]}
      />
      <FilterChips {...chips} label="Type" name="type" all="Everything" options={Object.entries(TYPES)} />
      <FilterChips {...chips} label="Reason" name="reason" all="Any reason" options={Object.entries(REPORT_REASONS)} />
    </div>
  );
}
