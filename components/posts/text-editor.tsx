import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import { type FormFailure, Textarea } from "@/components/ui/field";
import { isKey } from "@/lib/client/key-press";
import { contentLength, MAX_CONTENT } from "@/lib/domain/writing/posts/rules";
import { TextAids } from "@/components/writing/text-aids";
import { LengthRing } from "./length-ring";

/** How saving an edit goes. An editor may have further phases of its own. */
export type Saving = { phase: "editing" } | { phase: "saving" } | { phase: "failed"; failure: FormFailure };

export const EDITING: Saving = { phase: "editing" };

export const savingFailed = (error: unknown): Saving => ({ phase: "failed", failure: formFailure(error) });

interface TextEditorProps {
  /** What is edited: "post", "comment". */
  noun: string;
  rows: number;
  content: string;
  onChange: (content: string) => void;
  mayBeEmpty?: boolean;
  saving: Saving | { phase: "outdated" | "comparing" };
  /** Gets what was typed, trimmed. Resolves to whether it was saved. */
  save: (content: string) => Promise<boolean>;
  onClose: () => void;
  /** Selects the enclosing post or comment, whose menu button gets the focus back. */
  within: string;
  /** Shown between the text and the buttons. */
  children?: ReactNode;
}

/** Edits a post or comment in place. What was typed stays until it is saved or discarded. */
export function TextEditor({ noun, rows, content, onChange, saving, save, ...rest }: TextEditorProps) {
  const { mayBeEmpty = false, onClose, within, children } = rest;
  const isSaving = saving.phase === "saving";
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [original] = useState(content);
  const length = contentLength(content.trim());
  const ready = (length > 0 || mayBeEmpty) && length <= MAX_CONTENT;

  useEffect(() => {
    // Runs after the closing menu has returned the focus to its button.
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
    if (isKey(event, "Enter") && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (isKey(event, "Escape") && content === original) close();
  }

  return (
    <form
      ref={form}
      aria-label={`Edit your ${noun}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      className="mt-2 space-y-3"
    >
      <TextAids field={field} content={content} maxLength={MAX_CONTENT}>
        <Textarea
          ref={field}
          aria-label={`Your ${noun}`}
          rows={rows}
          value={content}
          onChange={(event) => onChange(event.target.value)}
        />
      </TextAids>
      {children}
      {saving.phase === "failed" && <FailureNote failure={saving.failure} />}
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
