import { CopyButton } from "./copy-button";

/** Code with a copy button. Scrolls sideways, by keyboard too. */
export function CodeBlock({ code, title }: { code: string; title: string }) {
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line py-1 pr-1.5 pl-4 text-13 text-muted">
        <span className="truncate font-mono">{title}</span>
        <CopyButton text={code} what={title} variant="bare" />
      </figcaption>
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3 font-mono text-13 leading-relaxed -outline-offset-2">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
