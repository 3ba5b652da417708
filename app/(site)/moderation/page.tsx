import type { Metadata } from "next";
import { Queue } from "@/components/moderation/queue";
import { QueueFilters } from "@/components/moderation/queue-filters";
import { requireModeratorPage } from "@/lib/auth/require";
import { listReports } from "@/lib/domain/moderation/queries";
import { reportFilter } from "@/lib/domain/moderation/schema";

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
