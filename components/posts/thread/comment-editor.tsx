"use client";

import { useState } from "react";
import { EDITING, savingFailed, TextEditor } from "@/components/posts/text-editor";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

interface CommentEditorProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  onClose: () => void;
}

/** Edits a comment in place. */
export function CommentEditor({ comment, discussion, onClose }: CommentEditorProps) {
  const [content, setContent] = useState(comment.content);
  const [saving, setSaving] = useState(EDITING);

  async function save(edited: string): Promise<boolean> {
    setSaving({ phase: "saving" });
    try {
      await discussion.edit(comment, edited);
      return true;
    } catch (error) {
      setSaving(savingFailed(error));
      return false;
    }
  }

  return (
    <TextEditor
      noun="comment"
      rows={2}
      content={content}
      onChange={setContent}
      saving={saving}
      save={save}
      onClose={onClose}
      within="article"
    />
  );
}
