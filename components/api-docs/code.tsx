import clsx from "clsx";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { JSON_TEXT, literal } from "@/lib/openapi/literal";
import { type CodeLanguage, highlight } from "./highlight";
import "./reference.css";
import { Icon } from "@/components/ui/icon";

/** Highlighted code. Focusable, so that it can be scrolled by keyboard. */
export function Code({ code, language, className }: { code: string; language: CodeLanguage; className?: string }) {
  return (
    <pre tabIndex={0} className={clsx("code", className)}>
      <code dangerouslySetInnerHTML={{ __html: highlight(code, language) }} />
    </pre>
  );
}

/** Highlighted JSON, with short lists and objects on one line. */
export function Json({ value, className }: { value: unknown; className?: string }) {
  return <Code code={literal(value, JSON_TEXT)} language="json" className={className} />;
}

/** A card of code with a title. Its copy button works through the page's <CopyHandler>. */
export function CodeCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <figcaption className="flex min-h-10 items-center gap-3 border-b border-line px-1 text-13 text-muted">
        <span className="flex min-w-0 grow items-center gap-1 px-1">
          {typeof title === "string" ? <span className="px-2">{title}</span> : title}
        </span>
        <CopyButton />
      </figcaption>
      {children}
    </figure>
  );
}

function CopyButton() {
  return (
    <button
      type="button"
      data-copy=""
      className={buttonStyle(
        { variant: "bare", size: "small" },
        "group/copy touch-target px-2! text-muted hover:text-ink",
      )}
    >
      <Icon name="copy" />
      <span className="group-data-copied/copy:hidden">Copy</span>
      <span className="hidden text-good group-data-copied/copy:inline">Copied</span>
    </button>
  );
}
