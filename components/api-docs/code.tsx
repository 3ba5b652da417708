import clsx from "clsx";
import { JSON_TEXT, literal } from "@/lib/openapi/literal";
import { type CodeLanguage, highlight } from "./highlight";
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
