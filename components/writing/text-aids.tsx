import clsx from "clsx";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { begunName } from "@/lib/domain/kernel/text/tokens";
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

/**
 * Helps with a text while it is written: marks what is too much of it, and suggests what a mention or hashtag may
 * become.
 */
export function TextAids({ field, content, maxLength, className, children }: TextAidsProps) {
  const composing = useRef(false);
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number>();
  const typed = caret === null ? undefined : begunName(content, caret);
  const begun = typed?.start === closedAt ? undefined : typed;
  const overflow = overflowOf(content, maxLength);
  const isOpen = begun !== undefined || overflow !== undefined;
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
    // Another one may begin where the one was whose list was closed.
    if (closedAt !== undefined && !/[@#＃]/u.test(field.current?.value.charAt(closedAt) ?? "")) setClosedAt(undefined);
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
        <OpenAids field={field.current} overflow={overflow} begun={begun} onClose={() => setClosedAt(typed?.start)} />
      )}
    </div>
  );
}
