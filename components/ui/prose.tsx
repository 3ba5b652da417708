import clsx from "clsx";

interface ProseProps {
  /** What the author wrote, in Markdown. */
  source: string;
  /** Safe HTML made from it by lib/domain/markdown, the only place that may make any; null shows the source as plain text. */
  html: string | null;
  className?: string;
}

/** Other people's Markdown: a readme, an article. */
export function Prose({ source, html, className }: ProseProps) {
  if (html === null) return <div className={clsx("prose whitespace-pre-wrap", className)}>{source}</div>;
  return <div className={clsx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
