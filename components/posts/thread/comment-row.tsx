"use client";

import clsx from "clsx";
import { CornerDownRight, RotateCw, X } from "lucide-react";
import Link from "next/link";
import { ReportButton } from "@/components/moderation/report-button";
import { useViewer } from "@/components/shell/viewer-context";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { Byline } from "@/components/posts/byline";
import { PostText } from "@/components/posts/post-text";
import { CommentForm } from "./comment-form";
import { repliesTo, hiddenReplies, type ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

/** Deeper replies are not indented further: a phone has no room. */
const DEEPEST = 3;

interface CommentRowProps {
  comment: ThreadComment;
  postId: string;
  discussion: DiscussionState;
  depth: number;
  replyingTo: string | null;
  onReplyTo: (id: string | null) => void;
}

/** A comment with its replies below it. */
export function CommentRow({ comment, postId, discussion, depth, replyingTo, onReplyTo }: CommentRowProps) {
  const viewer = useViewer();
  const replies = repliesTo(discussion.known, comment.id);
  const hidden = hiddenReplies(discussion.known, comment);
  const replying = replyingTo === comment.id;
  return (
    <article
      id={comment.id}
      aria-label={`Comment by ${comment.author.name}`}
      className="scroll-mt-2 rounded-control target:bg-brand-soft target:outline-8 target:outline-brand-soft"
    >
      <div
        className={clsx(
          "relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3",
          comment.delivery.phase === "sending" && "opacity-60",
        )}
      >
        {(replies.length > 0 || hidden > 0 || replying) && depth < DEEPEST && <span aria-hidden className={STRING} />}
        <Link
          href={`/users/${comment.author.handle}`}
          prefetch={false}
          tabIndex={-1}
          aria-hidden
          className="relative self-start rounded-full"
        >
          <Avatar src={comment.author.image} name={comment.author.name} size={32} />
        </Link>
        <div className="min-w-0">
          <header className="flex items-center gap-x-1.5">
            <Byline person={comment.author} />
            <span aria-hidden className="text-muted max-sm:hidden">
              ·
            </span>
            <a href={`#${comment.id}`} className="shrink-0 text-13 leading-6 text-muted hover:underline">
              <RelativeTime at={comment.createdAt} />
            </a>
          </header>
          <PostText content={comment.content} mentions={comment.mentions} place="comment" />
          <Delivery comment={comment} discussion={discussion} />
          {viewer && comment.delivery.phase === "sent" && (
            <span className="flex items-center">
              <button
                type="button"
                aria-expanded={replying}
                onClick={() => onReplyTo(replying ? null : comment.id)}
                className={SMALL}
              >
                Reply
              </button>
              <ReportButton
                subject={{ type: "comment", id: comment.id }}
                authorId={comment.author.id}
                className="touch-target size-8! [&>svg]:size-4!"
              />
            </span>
          )}
        </div>
      </div>
      <div className={depth < DEEPEST ? "pl-5 sm:pl-11" : undefined}>
        {hidden > 0 && (
          <a
            href={`/posts/${postId}?thread=${comment.id}`}
            onClick={(event) => {
              event.preventDefault();
              void discussion.loadReplies(comment);
            }}
            aria-busy={discussion.loading === comment.id}
            className={SMALL}
          >
            <CornerDownRight aria-hidden className="size-4" />
            {discussion.loading === comment.id
              ? "Loading…"
              : replies.length > 0
                ? `${hidden} earlier ${hidden === 1 ? "reply" : "replies"}`
                : `${hidden} ${hidden === 1 ? "reply" : "replies"}`}
          </a>
        )}
        {replies.map((reply) => (
          <div key={reply.id} className="pt-3">
            <CommentRow
              comment={reply}
              postId={postId}
              discussion={discussion}
              depth={depth + 1}
              replyingTo={replyingTo}
              onReplyTo={onReplyTo}
            />
          </div>
        ))}
        {replying && viewer && (
          <div className="-mx-4 pt-1 md:-mx-6">
            <CommentForm
              viewer={viewer}
              autoFocus
              draftName={`reply:${comment.id}`}
              label={`Reply to ${comment.author.name}`}
              placeholder="Reply…"
              action="Reply"
              onSubmit={(content) => {
                discussion.post(content, comment.id);
                onReplyTo(null);
              }}
              onCancel={() => onReplyTo(null)}
            />
          </div>
        )}
      </div>
    </article>
  );
}

function Delivery({ comment, discussion }: { comment: ThreadComment; discussion: DiscussionState }) {
  if (comment.delivery.phase !== "failed") return null;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 text-13 text-bad">
      Not sent. {comment.delivery.message}
      <button type="button" onClick={() => discussion.retry(comment)} className={SMALL}>
        <RotateCw aria-hidden className="size-3.5" />
        Send again
      </button>
      <button type="button" onClick={() => discussion.discard(comment)} className={SMALL}>
        <X aria-hidden className="size-3.5" />
        Discard
      </button>
    </p>
  );
}

/** A line from the avatar down past the replies. */
const STRING = "absolute top-9 bottom-0 left-4 w-px -translate-x-1/2 bg-line";
const SMALL =
  "touch-target -ml-2 inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-13 font-medium text-muted hover:bg-brand-soft hover:text-brand";
