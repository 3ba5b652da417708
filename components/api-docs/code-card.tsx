import { Icon } from "@/components/ui/icon";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button-style";

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
