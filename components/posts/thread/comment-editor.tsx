"use client";

import { useState } from "react";
import { TextEditor } from "@/components/posts/text-editor";
import { messageOf } from "@/lib/client/call-error";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

interface CommentEditorProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  onClose: () => void;
}

type Saving = { phase: "editing" } | { phase: "saving" } | { phase: "failed"; message: string };

/** Edits a comment where it stands. */
export function CommentEditor({ comment, discussion, onClose }: CommentEditorProps) {
  const [content, setContent] = useState(comment.content);
  const [saving, setSaving] = useState<Saving>({ phase: "editing" });

  async function save(edited: string): Promise<boolean> {
    setSaving({ phase: "saving" });
    try {
      await discussion.edit(comment, edited);
      return true;
    } catch (error) {
      setSaving({ phase: "failed", message: messageOf(error) });
      return false;
    }
  }

  return (
    <TextEditor
      noun="comment"
      rows={2}
      content={content}
      onChange={setContent}
      isSaving={saving.phase === "saving"}
      failure={saving.phase === "failed" ? saving.message : undefined}
      save={save}
      onClose={onClose}
      within="article"
    />
  );
}
