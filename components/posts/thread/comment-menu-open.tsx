import { useState } from "react";
import type { OpenMenuProps } from "@/components/shell/load-on-demand";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toastStore } from "@/components/ui/toast-store";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

export interface CommentMenuProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  /** Absent for readers who may only remove the comment. */
  onEdit?: () => void;
}

export default function OpenCommentMenu({ comment, discussion, onEdit, trigger }: CommentMenuProps & OpenMenuProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Menu defaultOpen trigger={trigger}>
        {onEdit && <MenuItem icon="pencil" label="Edit" onSelect={onEdit} />}
        <MenuItem icon="trash" label={onEdit ? "Delete" : "Remove"} danger onSelect={() => setDeleting(true)} />
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
