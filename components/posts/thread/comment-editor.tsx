"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { LengthRing } from "@/components/posts/length-ring";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Textarea } from "@/components/ui/textarea";
import { messageOf } from "@/lib/client/call-error";
import { contentLength, MAX_CONTENT } from "@/lib/domain/posts/rules";
import type { ThreadComment } from "./discussion";
import type { DiscussionState } from "./use-discussion";

interface CommentEditorProps {
  comment: ThreadComment;
  discussion: DiscussionState;
  onClose: () => void;
}

type Saving = { phase: "editing" } | { phase: "saving" } | { phase: "failed"; message: string };

/** Edits a comment where it stands. What was typed stays until it is saved or given up. */
export function CommentEditor({ comment, discussion, onClose }: CommentEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState(comment.content);
  const [saving, setSaving] = useState<Saving>({ phase: "editing" });
  const length = contentLength(content.trim());
  const ready = length > 0 && length <= MAX_CONTENT;

  useEffect(() => {
    // After the menu, which gives the focus back to its button as it closes.
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    });
    return () => clearTimeout(timer);
  }, []);

  function close() {
    const menu = field.current?.closest("article")?.querySelector<HTMLElement>("[aria-haspopup=menu]");
    onClose();
    menu?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || saving.phase === "saving") return;
    setSaving({ phase: "saving" });
    try {
      await discussion.edit(comment, content.trim());
      close();
    } catch (error) {
      setSaving({ phase: "failed", message: messageOf(error) });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    if (event.key === "Escape") close();
  }

  return (
    <form aria-label="Edit your comment" onSubmit={(event) => void submit(event)} className="mt-1 space-y-2">
      <Textarea
        ref={field}
        aria-label="Your comment"
        rows={2}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {saving.phase === "failed" && <ErrorNote>{saving.message}</ErrorNote>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <LengthRing content={content} />
        <Button size="small" variant="bare" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="small"
          variant="primary"
          disabled={!ready && saving.phase !== "saving"}
          pending={saving.phase === "saving"}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
