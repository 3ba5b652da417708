import type { Metadata } from "next";
import Link from "next/link";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, replicaContext } from "@/lib/auth/page-context";
import { listQuotesTimeline } from "@/lib/domain/writing/posts/quotes";

export const metadata: Metadata = { title: "Quotes", robots: { index: false } };

export default async function QuotesPage({ params, searchParams }: PageProps<"/posts/[id]/quotes">) {
  const { id } = await params;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await orNotFound(pageAtCursor(cursor, (cursor) => listQuotesTimeline(ctx, { id, limit: 20, cursor })));
  return (
    <>
      <PageHeading title="Quotes">
        <Link href={`/posts/${id}`} className="link">
          Back to the post
        </Link>
      </PageHeading>
      {page.data.length === 0 && page.nextCursor === null ? (
        <EmptyState icon="quote" title="No quotes yet" next={{ href: `/posts/${id}`, label: "Back to the post" }}>
          Public posts that quote it will show up here.
        </EmptyState>
      ) : (
        <Timeline
          label="Quotes"
          source={{ route: "GET /api/timeline/posts/{id}/quotes", input: { id } }}
          first={page}
          href={`/posts/${id}/quotes`}
        />
      )}
    </>
  );
}
