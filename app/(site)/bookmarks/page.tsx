import { Bookmark } from "lucide-react";
import type { Metadata } from "next";
import { pageAsked } from "@/app/(site)/asked";
import { PostCard } from "@/components/posts/post-card";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/page-heading";
import { requireContext } from "@/lib/auth/require";
import { listBookmarked } from "@/lib/domain/timeline/queries";

export const metadata: Metadata = { title: "Bookmarks" };

export default async function BookmarksPage({ searchParams }: PageProps<"/bookmarks">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/bookmarks");
  const page = await pageAsked(cursor, (cursor) => listBookmarked(ctx, { limit: 20, cursor }));
  return (
    <>
      <PageHeading title="Bookmarks">Kept for later, for your eyes alone.</PageHeading>
      {page.data.length === 0 ? (
        <EmptyState
          icon={<Bookmark />}
          title="Nothing kept yet"
          action={
            <LinkButton href="/" variant="primary">
              To the feed
            </LinkButton>
          }
        >
          Press the bookmark under a post, and it waits for you here.
        </EmptyState>
      ) : (
        <Timeline
          label="Bookmarks"
          source="/api/timeline/bookmarks"
          nextCursor={page.nextCursor}
          moreHref={page.nextCursor && `/bookmarks?cursor=${page.nextCursor}`}
        >
          {page.data.map((post) => (
            <PostCard key={post.key} post={post} />
          ))}
        </Timeline>
      )}
    </>
  );
}
