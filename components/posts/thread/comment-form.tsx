import clsx from "clsx";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import type { Viewer } from "@/components/shell/viewer-context";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { isKey } from "@/lib/client/key-press";
import { contentLength, MAX_CONTENT } from "@/lib/domain/writing/posts/rules";
import { TextAids } from "@/components/writing/text-aids";
import { LengthRing } from "@/components/posts/length-ring";
import { useDraft } from "@/components/posts/use-draft";

interface CommentFormProps {
  viewer: Viewer;
  /** The name of the stored draft. */
  draftName: string;
  label: string;
  action?: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** If it resolves to false, sending failed, and the text is restored. */
  onSubmit: (content: string) => void | Promise<boolean>;
  onCancel?: () => void;
}

export function CommentForm({
  viewer,
  draftName,
  label,
  action = "Comment",
  placeholder = `${label}…`,
  autoFocus = false,
  onSubmit,
  onCancel,
}: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useDraft(draftName, field);
  const length = contentLength(content.trim());
  const ready = length > 0 && length <= MAX_CONTENT;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    setContent("");
    if ((await onSubmit(content.trim())) !== false) return;
    const startedAnew = field.current?.value.trim();
    setContent(startedAnew ? `${content.trim()}\n${startedAnew}` : content);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isKey(event, "Enter") && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    if (isKey(event, "Escape")) onCancel?.();
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-label={label}
      className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-3 md:px-6"
    >
      <Avatar src={viewer.image} name={viewer.name} size={32} />
      <div className="flex min-w-0 flex-wrap items-end gap-x-3 gap-y-1">
        <TextAids
          field={field}
          content={content}
          maxLength={MAX_CONTENT}
          className={clsx("min-w-[min(10rem,100%)] flex-1", content !== "" && "max-sm:basis-full")}
        >
          <textarea
            ref={field}
            aria-label={label}
            placeholder={placeholder}
            rows={1}
            autoFocus={autoFocus}
            value={content}
            onChange={(event) => setContent(event.target.value)}
            onKeyDown={onKeyDown}
            className={FIELD}
          />
        </TextAids>
        <div className="ml-auto flex items-center gap-2">
          {content !== "" && <LengthRing content={content} />}
          {onCancel && (
            <Button size="small" variant="bare" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" size="small" variant="primary" disabled={!ready}>
            {action}
          </Button>
        </div>
      </div>
    </form>
  );
}

const FIELD =
  "block field-sizing-content max-h-60 min-h-(--control-small) w-full resize-none bg-transparent pt-1 outline-none placeholder:text-muted pointer-coarse:text-17";
