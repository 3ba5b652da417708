import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { ScheduledRow } from "@/components/scheduled/scheduled-row";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listScheduledPosts } from "@/lib/domain/writing/scheduled/queries";
import { MAX_WAITING } from "@/lib/domain/writing/scheduled/rules";

export const metadata: Metadata = { title: "Scheduled posts" };

export default async function ScheduledPostsPage({ searchParams }: PageProps<"/posts/scheduled">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/posts/scheduled");
  const page = await pageAtCursor(cursor, (cursor) => listScheduledPosts(ctx, { limit: MAX_WAITING, cursor }));
  return (
    <>
      <PageHeading title="Scheduled posts" actions={<LinkButton href="/posts/new">Write a post</LinkButton>}>
        They go out by themselves. Until then only you see them, and you can change or cancel them.
      </PageHeading>
      {page.data.length === 0 ? (
        <EmptyState
          icon="calendar-clock"
          title="Nothing is scheduled"
          next={{ href: "/posts/new", label: "Write a post" }}
        >
          Choose a moment below a post, and it waits here until it goes out.
        </EmptyState>
      ) : (
        <ul aria-label="Scheduled posts" className={sheetStyle}>
          {page.data.map((post) => (
            <ScheduledRow key={post.id} post={post} />
          ))}
        </ul>
      )}
      <NextPage of="/posts/scheduled" cursor={page.nextCursor} />
    </>
  );
}
