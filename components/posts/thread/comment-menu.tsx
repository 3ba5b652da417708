"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toastStore } from "@/components/ui/toast-store";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

interface CommentMenuProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  /** Absent for readers who may only remove the comment. */
  onEdit?: () => void;
}

/** The menu of a comment, for its author and the post's author. */
export function CommentMenu({ comment, discussion, onEdit }: CommentMenuProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More about this comment" className="touch-target -my-1 ml-auto size-8! text-muted">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {onEdit && (
          <MenuItem onSelect={onEdit}>
            <Pencil aria-hidden />
            Edit
          </MenuItem>
        )}
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          {onEdit ? "Delete" : "Remove"}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        title={onEdit ? "Delete this comment?" : "Remove this comment?"}
        action={onEdit ? "Delete comment" : "Remove comment"}
        danger
        open={deleting}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await discussion.remove(comment);
          toastStore.add({ text: onEdit ? "Comment deleted." : "Comment removed.", tone: "good" });
        }}
      >
        {comment.replyCount > 0
          ? "Its replies stay, below a note that it was deleted. It can’t be undone."
          : "It can’t be undone."}
      </ConfirmDialog>
    </>
  );
}
