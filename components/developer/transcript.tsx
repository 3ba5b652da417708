import { type ReactNode, useId } from "react";

type TranscriptProps = { title: string; aside?: ReactNode; children?: ReactNode } & (
  { text: string; textName: string } | { nothing: string }
);

/** A request or response, verbatim. Long text scrolls, by keyboard too. */
export function Transcript({ title, aside, children, ...content }: TranscriptProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col overflow-hidden rounded-control border border-line bg-surface"
    >
      <div className="flex min-h-(--control-small) items-center justify-between gap-3 border-b border-line pl-3.5">
        <h3 id={heading} className="font-sans text-13 font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
      {"nothing" in content ? (
        <p className="px-3.5 py-3 text-13 text-muted">{content.nothing}</p>
      ) : (
        <pre
          tabIndex={0}
          role="group"
          aria-label={content.textName}
          className="max-h-72 overflow-auto px-3.5 py-2.5 font-mono text-13 leading-relaxed wrap-anywhere whitespace-pre-wrap -outline-offset-2"
        >
          <code>{content.text}</code>
        </pre>
      )}
    </section>
  );
}
