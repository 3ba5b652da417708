"use client";

import { Icon } from "@/components/ui/icon";
import type { ComponentProps } from "react";
import { menuOnDemand } from "@/components/shell/menu-on-demand";
import { IconButton } from "@/components/ui/icon-button";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

export interface CommentMenuProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  /** Absent for readers who may only remove the comment. */
  onEdit?: () => void;
}

/** The menu of a comment, for its author and the post's author. */
export const CommentMenu = menuOnDemand<CommentMenuProps>(
  () => import("./comment-menu-open"),
  (_comment, buttonProps) => <CommentMenuButton {...buttonProps} />,
);

export function CommentMenuButton(props: ComponentProps<"button">) {
  return (
    <IconButton
      label="More about this comment"
      aria-haspopup="menu"
      className="touch-target -my-1 ml-auto size-8! text-muted"
      {...props}
    >
      <Icon name="ellipsis" />
    </IconButton>
  );
}
