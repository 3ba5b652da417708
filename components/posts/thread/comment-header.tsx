"use client";

import { Byline } from "@/components/posts/byline";
import { HiddenSign } from "@/components/moderation/hidden-sign";
import { useViewer } from "@/components/shell/viewer-context";
import { RelativeTime } from "@/components/ui/relative-time";
import { CommentMenu } from "./comment-menu";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

interface CommentHeaderProps {
  comment: ThreadComment;
  postAuthorId: string;
  discussion: DiscussionState;
  onEdit: () => void;
}

/** Author and time of a comment, and the menu of those who may change it. */
export function CommentHeader({ comment, postAuthorId, discussion, onEdit }: CommentHeaderProps) {
  const viewer = useViewer();
  const isOwn = viewer?.id === comment.author.id;
  const isRemovable = viewer !== null && (isOwn || viewer.id === postAuthorId);
  return (
    <header className="byline-row">
      <Byline person={comment.author} />
      <span aria-hidden className="text-muted max-sm:hidden">
        ·
      </span>
      <a href={`#${comment.id}`} className="shrink-0 text-13 leading-6 text-muted hover:underline">
        <RelativeTime at={comment.createdAt} />
      </a>
      {comment.editedAt !== null && <span className="shrink-0 text-13 text-muted">edited</span>}
      {comment.hidden && <HiddenSign />}
      {isRemovable && comment.delivery.phase === "sent" && (
        <CommentMenu comment={comment} discussion={discussion} onEdit={isOwn ? onEdit : undefined} />
      )}
    </header>
  );
}
