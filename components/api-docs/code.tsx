import clsx from "clsx";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { JSON_TEXT, literal } from "@/lib/openapi/literal";
import { Icon } from "@/components/ui/icon";
import "./reference.css";

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

export type CodeLanguage = "curl" | "javascript" | "python" | "go" | "json" | "http";

const KEYWORDS: Record<CodeLanguage, string> = {
  curl: "curl",
  javascript:
    "import|from|const|let|await|async|for|of|if|return|new|function|export|default|throw|try|catch|null|true|false|undefined",
  python: "import|from|def|return|if|not|for|in|while|raise|with|as|None|True|False|and|or|try|except",
  go: "package|import|func|var|if|for|range|return|defer|nil|true|false",
  json: "true|false|null",
  http: "GET|POST|PUT|PATCH|DELETE|HTTP/1\\.1",
};

/** An unclosed string extends to the end of the code. Otherwise every quote would cause another search to the end. */
const STRINGS =
  "\"(?:[^\"\\\\]|\\\\[^])*(?:\"|\\\\?$)|'(?:[^'\\\\]|\\\\[^])*(?:'|\\\\?$)|`(?:[^`\\\\]|\\\\[^])*(?:`|\\\\?$)";
const NAMES = "(?<=\\s)-{1,2}[A-Za-z][\\w-]*";

/** The class of each kind of token, in reference.css. Short, because a page has hundreds of them. */
const CLASSES: Record<string, string> = { comment: "c", keyword: "k", name: "n", number: "k", string: "s" };

/** Highlights code as HTML. A few patterns, enough for the examples of these pages; not a parser. */
function highlight(code: string, language: CodeLanguage): string {
  let html = "";
  let end = 0;
  for (const match of code.matchAll(patternOf(language))) {
    const [kind = "string"] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += escapeHtml(code.slice(end, match.index));
    end = match.index + match[0].length;
    const isField = language === "json" && kind === "string" && code[end] === ":";
    html += `<span class="${CLASSES[isField ? "name" : kind]}">${escapeHtml(match[0])}</span>`;
  }
  return html + escapeHtml(code.slice(end));
}

function patternOf(language: CodeLanguage): RegExp {
  const comment =
    language === "javascript" || language === "go"
      ? "//[^\\n]*"
      : language === "json" || language === "http"
        ? "(?!)"
        : "(?<![\\w$])#[^\\n]*";
  return new RegExp(
    `(?<comment>${comment})|(?<name>${NAMES})|(?<string>${STRINGS})|(?<keyword>\\b(?:${KEYWORDS[language]})\\b)|(?<number>\\b\\d[\\d_.]*\\b)`,
    "g",
  );
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
