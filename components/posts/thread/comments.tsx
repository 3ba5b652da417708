"use client";

import { useState } from "react";
import { loginHref } from "@/components/shell/login-href";
import { useViewer } from "@/components/shell/viewer-context";
import { LinkButton } from "@/components/ui/link-button";
import { LoadMore } from "@/components/ui/load-more";
import { CommentForm } from "./comment-form";
import { CommentRow } from "./comment-row";
import { answersTo } from "./discussion";
import { type FirstComments, useDiscussion } from "./use-discussion";

interface CommentsProps {
  postId: string;
  first: FirstComments;
  /** The next page's own address, for those without JavaScript. */
  moreHref: string | null;
}

/** What people say about a post. */
export function Comments({ postId, first, moreHref }: CommentsProps) {
  const viewer = useViewer();
  const talk = useDiscussion(postId, first, viewer);
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  const top = answersTo(talk.known, null);
  return (
    <section id="comments" aria-label="Comments">
      {viewer ? (
        <CommentForm
          viewer={viewer}
          place={`comment:${postId}`}
          label="Comment"
          onSay={(content) => talk.say(content, null)}
        />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 text-muted md:px-6">
          Have something to add?
          <LinkButton href={loginHref(`/posts/${postId}`)} size="small">
            Sign in to comment
          </LinkButton>
        </p>
      )}
      {top.length === 0 ? (
        <p className="border-t border-line px-4 py-10 text-center text-muted">Nobody has said anything yet.</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {top.map((comment) => (
            <li key={comment.id} className="px-4 py-3 md:px-6">
              <CommentRow
                comment={comment}
                postId={postId}
                talk={talk}
                depth={0}
                replyingTo={replyingTo}
                onReplyTo={setReplyingTo}
              />
            </li>
          ))}
        </ol>
      )}
      {talk.more && (
        <>
          <LoadMore onLoad={talk.loadMore} pending={talk.loading === "top"}>
            Older comments
          </LoadMore>
          {moreHref && (
            <noscript>
              <LoadMore href={moreHref}>Older comments</LoadMore>
            </noscript>
          )}
        </>
      )}
    </section>
  );
}
