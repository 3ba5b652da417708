import { menuOnDemand } from "@/components/shell/load-on-demand";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";
import { CommentMenuButton } from "./comment-menu-button";

export interface CommentMenuProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  /** Absent for readers who may only remove the comment. */
  onEdit?: () => void;
}

export const CommentMenu = menuOnDemand<CommentMenuProps>(
  () => import("./comment-menu-open"),
  (_comment, buttonProps) => <CommentMenuButton {...buttonProps} />,
);
