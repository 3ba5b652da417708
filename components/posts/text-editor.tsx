"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Textarea } from "@/components/ui/textarea";
import { contentLength, MAX_CONTENT } from "@/lib/domain/posts/rules";
import { LengthRing } from "./length-ring";

interface TextEditorProps {
  /** What is edited: "post", "comment". */
  noun: string;
  rows: number;
  content: string;
  onChange: (content: string) => void;
  mayBeEmpty?: boolean;
  isSaving: boolean;
  /** Why the last attempt to save it failed. */
  failure?: string;
  /** Gets what was typed, trimmed. Resolves to whether it was saved. */
  save: (content: string) => Promise<boolean>;
  onClose: () => void;
  /** A selector of what it is in, and whose menu gets the focus back. */
  within: string;
  /** Shown between the text and the buttons. */
  children?: ReactNode;
}

/** Edits a post or comment where it stands. What was typed stays until it is saved or given up. */
export function TextEditor({ noun, rows, content, onChange, isSaving, failure, save, ...rest }: TextEditorProps) {
  const { mayBeEmpty = false, onClose, within, children } = rest;
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const length = contentLength(content.trim());
  const ready = (length > 0 || mayBeEmpty) && length <= MAX_CONTENT;

  useEffect(() => {
    // After the menu, which gives the focus back to its button as it closes.
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    });
    return () => clearTimeout(timer);
  }, []);

  function close() {
    const menu = form.current?.closest(within)?.querySelector<HTMLElement>("[aria-haspopup=menu]");
    onClose();
    menu?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || isSaving) return;
    if (await save(content.trim())) close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (event.key === "Escape") close();
  }

  return (
    <form
      ref={form}
      aria-label={`Edit your ${noun}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      className="mt-2 space-y-3"
    >
      <Textarea
        ref={field}
        aria-label={`Your ${noun}`}
        rows={rows}
        value={content}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <LengthRing content={content} />
        <Button size="small" variant="bare" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" variant="primary" disabled={!ready && !isSaving} pending={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}
