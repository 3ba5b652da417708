import clsx from "clsx";

interface ProseProps {
  /** The author's Markdown. */
  source: string;
  /** Sanitized HTML of it, from lib/domain/writing/markdown only; null shows the source as plain text. */
  html: string | null;
  className?: string;
}

export function Prose({ source, html, className }: ProseProps) {
  if (html === null) return <div className={clsx("prose whitespace-pre-wrap", className)}>{source}</div>;
  return <div className={clsx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
