import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listBookmarksTimeline } from "@/lib/domain/writing/posts/timeline";

export const metadata: Metadata = { title: "Bookmarks" };

export default async function BookmarksPage({ searchParams }: PageProps<"/bookmarks">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/bookmarks");
  const page = await pageAtCursor(cursor, (cursor) => listBookmarksTimeline(ctx, { limit: 20, cursor }));
  return (
    <>
      <PageHeading title="Bookmarks">Saved for later, and only visible to you.</PageHeading>
      {page.data.length === 0 ? (
        <EmptyState icon="bookmark" title="No bookmarks yet" next={{ href: "/", label: "Go to the feed" }}>
          Bookmark a post, and you’ll find it here.
        </EmptyState>
      ) : (
        <Timeline label="Bookmarks" source={{ route: "GET /api/timeline/bookmarks" }} first={page} href="/bookmarks" />
      )}
    </>
  );
}
