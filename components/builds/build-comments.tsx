"use client";

import { useMemo, useState } from "react";
import { HiddenSign } from "@/components/moderation/hidden-sign";
import { ReportButton } from "@/components/moderation/report-button";
import { ListEnd, usePages } from "@/components/paging/next-pages";
import { Byline } from "@/components/posts/byline";
import { PostText } from "@/components/posts/post-text";
import { CommentForm } from "@/components/posts/thread/comment-form";
import { reportFailure } from "@/components/shell/report-failure";
import { useViewer } from "@/components/shell/viewer-context";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { BuildComment } from "@/lib/domain/writing/builds/schema";
import { SignInToComment } from "@/components/posts/thread/comments";

export function BuildComments({ slug, first }: { slug: string; first: Page<BuildComment> }) {
  const viewer = useViewer();
  const source = useMemo(() => ({ route: "GET /api/builds/{slug}/comments", input: { slug } }) as const, [slug]);
  const { items, ...end } = usePages<BuildComment>(source, first);
  const [own, setOwn] = useState<readonly BuildComment[]>([]);

  /** Resolves to whether it was posted. */
  async function post(content: string): Promise<boolean> {
    if (!viewer) return false;
    const { id, name, handle, image } = viewer;
    const draft: BuildComment = {
      id: `draft-${crypto.randomUUID()}`,
      content,
      createdAt: new Date().toISOString(),
      author: { id, name, handle, image },
    };
    setOwn((before) => [draft, ...before]);
    try {
      const comment = await call("POST /api/builds/{slug}/comments", { slug, content });
      setOwn((before) => before.map((other) => (other === draft ? comment : other)));
      return true;
    } catch (error) {
      setOwn((before) => before.filter((other) => other !== draft));
      reportFailure(error);
      return false;
    }
  }

  return (
    <section id="comments" aria-label="Comments">
      {viewer ? (
        <CommentForm viewer={viewer} draftName={`build:${slug}`} label="Comment" onSubmit={post} />
      ) : (
        <SignInToComment page={`/builds/${slug}`} />
      )}
      <ol className="divide-y divide-line border-t border-line empty:hidden">
        {[...own, ...items].map((comment) => (
          <BuildCommentRow key={comment.id} comment={comment} />
        ))}
      </ol>
      <ListEnd {...end} skeleton={<Skeleton className="mx-6 my-4 h-12" />} />
    </section>
  );
}

function BuildCommentRow({ comment }: { comment: BuildComment }) {
  const { id, author, content, mentions, createdAt, hidden } = comment;
  return (
    <li id={id} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-3 target:bg-brand-soft md:px-6">
      <Avatar src={author.image} name={author.name} size={32} />
      <div className="min-w-0">
        <p className="byline-row">
          <Byline person={author} />
          <span aria-hidden className="text-muted max-sm:hidden">
            ·
          </span>
          <RelativeTime at={createdAt} className="shrink-0 text-13 text-muted" />
          {hidden && <HiddenSign />}
          <ReportButton
            subject={{ type: "comment", id }}
            authorId={author.id}
            className="touch-target -my-1 ml-auto size-8! [&>svg]:size-4!"
          />
        </p>
        <PostText content={content} mentions={mentions} place="comment" />
      </div>
    </li>
  );
}
