import clsx from "clsx";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { begunMention } from "@/lib/domain/kernel/text/tokens";
import type { OpenAidsProps } from "./open-aids";
import { overflowOf } from "./overflow";

interface TextAidsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  content: string;
  /** Characters, not counting white space around them. */
  maxLength: number;
  className?: string;
  /** The field. */
  children: ReactNode;
}

/** Helps with a text while it is written: marks what is too much of it, and suggests people for a mention. */
export function TextAids({ field, content, maxLength, className, children }: TextAidsProps) {
  const composing = useRef(false);
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number>();
  const begun = caret === null ? undefined : begunMention(content, caret);
  const mention = begun?.start === closedAt ? undefined : begun;
  const overflow = overflowOf(content, maxLength);
  const isOpen = mention !== undefined || overflow !== undefined;
  const [OpenAids, setOpenAids] = useState<ComponentType<OpenAidsProps>>();

  useEffect(() => {
    if (!isOpen || OpenAids) return;
    // Without a connection, writing goes on without help.
    import("./open-aids").then(
      (module) => setOpenAids(() => module.OpenAids),
      () => undefined,
    );
  }, [isOpen, OpenAids]);

  function readCaret() {
    const { selectionStart, selectionEnd } = field.current ?? { selectionStart: 0, selectionEnd: 1 };
    setCaret(selectionStart === selectionEnd && !composing.current ? selectionStart : null);
    // Another mention may begin where the one was whose list was closed.
    if (closedAt !== undefined && field.current?.value.charAt(closedAt) !== "@") setClosedAt(undefined);
  }

  /** What an input method composes changes with every key: nothing is suggested before it is done. */
  function compose(begins: boolean) {
    composing.current = begins;
    readCaret();
  }

  return (
    <div
      className={clsx("relative", className)}
      onInput={readCaret}
      onCompositionStart={() => compose(true)}
      onCompositionEnd={() => compose(false)}
      onSelect={readCaret}
      onBlur={() => setCaret(null)}
    >
      {children}
      {OpenAids && isOpen && field.current && (
        <OpenAids
          field={field.current}
          overflow={overflow}
          mention={mention}
          onClose={() => setClosedAt(begun?.start)}
        />
      )}
    </div>
  );
}
