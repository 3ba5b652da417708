import type { Metadata } from "next";
import { Queue } from "@/components/moderation/queue";
import { requireModeratorPage } from "@/lib/auth/require";
import { listReports } from "@/lib/domain/people/moderation/queries";
import { reportFilter, type ReportFilter } from "@/lib/domain/people/moderation/schema";
import { FilterChips } from "@/components/ui/link-chips";
import { REPORT_REASONS } from "@/lib/domain/people/moderation/rules";

export const metadata: Metadata = { title: "Moderation" };

export default async function ModerationPage({ searchParams }: PageProps<"/moderation">) {
  const query = await searchParams;
  const ctx = await requireModeratorPage("/moderation");
  const filter = reportFilter.safeParse(query).data ?? { status: "open" as const };
  const page = await listReports(ctx, { ...filter, limit: 20 });
  return (
    <>
      <QueueFilters filter={filter} />
      <Queue key={JSON.stringify(filter)} reports={page.data} nextCursor={page.nextCursor} filter={filter} />
    </>
  );
}

const TYPES = { post: "Posts", comment: "Comments", build: "Builds", message: "Messages", user: "People" };

function QueueFilters({ filter: { status, ...others } }: { filter: ReportFilter }) {
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
