import { isValidElement, type ReactElement, type ReactNode } from "react";
import { Code, CodeCard, type CodeLanguage } from "./code";
import clsx from "clsx";
import "./reference.css";
import { groupHref } from "./hrefs";

/** A description in which backticks mark `code`. */
export function Prose({ text }: { text: string }) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (part.startsWith("`") ? <InlineCode key={index}>{part.slice(1, -1)}</InlineCode> : part));
}

export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="inline-code">{children}</code>;
}

interface AnchorProps {
  id: string;
  as: "h2" | "h3" | "span";
  className?: string;
  children: ReactNode;
}

/** A heading that links to itself. A peg appears beside it on hover. */
export function Anchor({ id, as: Heading, className, children }: AnchorProps) {
  return (
    <Heading id={id} className={clsx("anchor", className)}>
      <a href={`#${id}`}>{children}</a>
    </Heading>
  );
}

interface GuideProps {
  id: string;
  title: string;
  aside: { title: string; language: CodeLanguage; code: string } | ReactElement;
  children: ReactNode;
}

export function Guide({ id, title, aside, children }: GuideProps) {
  return (
    <section aria-labelledby={id} className="two-columns border-t border-line first-of-type:border-0">
      <div className="max-w-prose min-w-0">
        <Anchor id={id} as="h3" className="mb-3 text-21">
          {title}
        </Anchor>
        <div className="guide">{children}</div>
      </div>
      <div className="min-w-0 space-y-4 self-start">
        {isValidElement(aside) ? (
          aside
        ) : (
          <CodeCard title={aside.title}>
            <Code language={aside.language} code={aside.code} />
          </CodeCard>
        )}
      </div>
    </section>
  );
}

const COLORS: Record<string, string> = {
  GET: "text-good",
  POST: "text-brand",
  PATCH: "text-brand",
  PUT: "text-brand",
  DELETE: "text-bad",
};

interface MethodProps {
  method: string;
  outlined?: boolean;
  className?: string;
}

export function Method({ method, outlined = false, className }: MethodProps) {
  return (
    <span
      className={clsx(
        "method",
        COLORS[method],
        outlined && "inline-block rounded-[4px] border-[1.5px] border-current px-1.5 leading-5",
        className,
      )}
    >
      {method}
    </span>
  );
}

/** A link to a page of the reference as Markdown; for the sandbox, that begins with its guide. */
export function MarkdownLink({ page }: { page: string }) {
  return (
    <a href={`${page}.md`} className="text-13 link">
      {page === groupHref("sandbox") ? "How to use it, as Markdown" : "As Markdown"}
    </a>
  );
}
