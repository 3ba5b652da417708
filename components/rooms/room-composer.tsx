import { Icon } from "@/components/ui/icon";
import { type FormEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { TextAids } from "@/components/writing/text-aids";
import { useDraft } from "@/components/posts/use-draft";
import { Button, IconButton } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { call } from "@/lib/client/call";
import { isKey } from "@/lib/client/key-press";
import { MESSAGE_LENGTH, TYPING_EVERY_MS } from "@/lib/domain/play/rooms/rules";
import type { UserMessage } from "@/lib/domain/play/rooms/schema";

/** The remaining length from which the count is shown. */
const NEAR = 40;

interface RoomComposerProps {
  code: string;
  field: RefObject<HTMLTextAreaElement | null>;
  replyTo: UserMessage | null;
  onCancelReply: () => void;
  onSend: (content: string) => void;
  /** Moves the focus into the messages, by the arrow key. */
  onUp: () => void;
}

export function RoomComposer({ code, field, replyTo, onCancelReply, onSend, onUp }: RoomComposerProps) {
  const [content, setContent] = useDraft(`room:${code}`, field);
  const typingSentAt = useRef(-Infinity);
  const length = [...content.trim()].length;
  const left = MESSAGE_LENGTH.max - length;

  function write(text: string) {
    setContent(text);
    if (text.trim() === "" || performance.now() - typingSentAt.current < TYPING_EVERY_MS) return;
    typingSentAt.current = performance.now();
    void call("POST /api/rooms/{code}/typing", { code }).catch(() => undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (length === 0 || left < 0) return;
    onSend(content.trim());
    setContent("");
    typingSentAt.current = -Infinity;
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isKey(event, "Enter") && !event.shiftKey) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    } else if (isKey(event, "Escape") && replyTo) onCancelReply();
    else if (isKey(event, "ArrowUp") && content === "") {
      event.preventDefault();
      onUp();
    }
  }

  return (
    <form
      aria-label="Write a message"
      onSubmit={submit}
      className="border-t border-line bg-bg px-3 py-2 md:px-6 md:py-3"
    >
      {replyTo && (
        <p className="mb-1.5 flex items-center gap-2 text-13 text-muted">
          <span className="min-w-0 truncate">
            Reply to <span className="font-medium text-ink">{replyTo.author.name}</span>: {replyTo.content}
          </span>
          <IconButton label="Cancel the reply" onClick={onCancelReply} className="touch-target size-6! [&>svg]:size-4!">
            <Icon name="x" />
          </IconButton>
        </p>
      )}
      <div className="flex items-end gap-2">
        <TextAids field={field} content={content} maxLength={MESSAGE_LENGTH.max} className="min-w-0 flex-1">
          <textarea
            ref={field}
            aria-label="Your message"
            aria-describedby="message-length"
            placeholder="Say something…"
            rows={1}
            value={content}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            className={`${controlStyle} block field-sizing-content max-h-32 min-h-(--control) resize-none py-[0.55rem]`}
          />
        </TextAids>
        <Button type="submit" variant="primary" disabled={length === 0 || left < 0} aria-label="Send">
          <Icon name="send-horizontal" />
        </Button>
      </div>
      <p
        id="message-length"
        aria-live="polite"
        className={left < 0 ? "text-13 font-semibold text-bad" : "text-13 text-muted"}
      >
        {left < 0 ? `${-left} characters too many` : left <= NEAR ? `${left} characters left` : null}
      </p>
    </form>
  );
}
