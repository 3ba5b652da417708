"use client";

import { type FormEvent, type KeyboardEvent, useRef } from "react";
import type { Viewer } from "@/components/shell/viewer";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { contentLength, MAX_CONTENT } from "@/lib/domain/posts/rules";
import { LengthRing } from "@/components/posts/length-ring";
import { useDraft } from "@/components/posts/use-draft";

interface CommentFormProps {
  viewer: Viewer;
  /** Where its draft is kept. */
  place: string;
  label: string;
  autoFocus?: boolean;
  onSay: (content: string) => void;
  onCancel?: () => void;
}

export function CommentForm({ viewer, place, label, autoFocus = false, onSay, onCancel }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useDraft(place);
  const length = contentLength(content.trim());
  const ready = length > 0 && length <= MAX_CONTENT;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    onSay(content.trim());
    setContent("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) form.current?.requestSubmit();
    if (event.key === "Escape") onCancel?.();
  }

  return (
    <form ref={form} onSubmit={submit} aria-label={label} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-3 md:px-6">
      <Avatar src={viewer.image} name={viewer.name} size={32} />
      <div className="flex min-w-0 flex-wrap items-end gap-x-3 gap-y-1">
        <textarea
          aria-label={label}
          placeholder={`${label}…`}
          rows={1}
          autoFocus={autoFocus}
          value={content}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-60 min-h-(--control-small) min-w-40 flex-1 resize-none bg-transparent pt-1 outline-none placeholder:text-muted pointer-coarse:text-17"
        />
        <div className="ml-auto flex items-center gap-2">
          {content !== "" && <LengthRing content={content} />}
          {onCancel && <Button size="small" variant="bare" onClick={onCancel}>Cancel</Button>}
          <Button type="submit" size="small" variant="primary" disabled={!ready}>Say it</Button>
        </div>
      </div>
    </form>
  );
}
