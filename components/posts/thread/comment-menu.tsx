import { menuOnDemand } from "@/components/shell/load-on-demand";
import { MoreButton } from "@/components/ui/button";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

export interface CommentMenuProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  /** Absent for readers who may only remove the comment. */
  onEdit?: () => void;
}

export const CommentMenu = menuOnDemand<CommentMenuProps>(
  () => import("./comment-menu-open"),
  (_comment, buttonProps) => (
    <MoreButton label="More about this comment" className="-my-1 ml-auto text-muted" {...buttonProps} />
  ),
);
