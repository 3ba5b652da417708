"use client";

import { useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { LoadMore, NextPage } from "@/components/ui/load-more";
import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonStyle } from "@/components/ui/button-style";
import { CommentForm } from "./comment-form";
import { CommentRow } from "./comment-row";
import { repliesTo } from "./discussion";
import { type FirstComments, useDiscussion } from "./use-discussion";

interface CommentsProps {
  postId: string;
  /** The number of comments with which the server rendered the post. */
  count: number;
  /** The post's author, who may remove any of the comments. */
  postAuthorId: string;
  first: FirstComments;
}

export function Comments({ postId, count, postAuthorId, first }: CommentsProps) {
  const viewer = useViewer();
  const discussion = useDiscussion({ id: postId, comments: count }, first, viewer);
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  const top = repliesTo(discussion.known, null);
  return (
    <section id="comments" aria-label="Comments">
      {viewer ? (
        <CommentForm
          viewer={viewer}
          draftName={`comment:${postId}`}
          label="Comment"
          onSubmit={(content) => discussion.post(content, null)}
        />
      ) : (
        <SignInToComment page={`/posts/${postId}`} />
      )}
      {top.length === 0 ? (
        <p className="border-t border-line px-4 py-10 text-center text-muted">No comments yet.</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {top.map((comment) => (
            <li key={comment.id} className="px-4 py-3 md:px-6">
              <CommentRow
                comment={comment}
                post={{ id: postId, authorId: postAuthorId }}
                discussion={discussion}
                depth={0}
                replyingTo={replyingTo}
                onReplyTo={setReplyingTo}
              />
            </li>
          ))}
        </ol>
      )}
      {discussion.more && (
        <>
          <LoadMore onLoad={discussion.loadMore} pending={discussion.loading === "top"}>
            Older comments
          </LoadMore>
          <noscript>
            <NextPage of={`/posts/${postId}`} cursor={first.nextCursor} anchor="#comments">
              Older comments
            </NextPage>
          </noscript>
        </>
      )}
    </section>
  );
}

export function SignInToComment({ page }: { page: string }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 text-muted md:px-6">
      Have something to add?
      <SignInLink to={page} className={buttonStyle({ size: "small" })}>
        Sign in to comment
      </SignInLink>
    </p>
  );
}
