import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { NewPost } from "@/components/posts/composer";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";

export const metadata: Metadata = { title: "Write a post" };

export default async function NewPostPage({ searchParams }: PageProps<"/posts/new">) {
  const quoteId = textParameter((await searchParams).quote);
  const ctx = await requireContext(quoteId ? `/posts/new?quote=${encodeURIComponent(quoteId)}` : "/posts/new");
  const quoted = quoteId ? await orNotFound(getTimelinePost(ctx, { id: quoteId })) : undefined;
  if (quoted && !quoted.viewer.quotable)
    return (
      <EmptyState
        icon="quote"
        title="This post can’t be quoted"
        next={{ href: `/posts/${quoted.id}`, label: "Back to the post" }}
      >
        Its author decides who may.
      </EmptyState>
    );
  return (
    <>
      <PageHeading title={quoted ? "Quote a post" : "Write a post"} />
      <div className={sheetStyle}>
        <NewPost quoted={quoted} />
      </div>
    </>
  );
}
