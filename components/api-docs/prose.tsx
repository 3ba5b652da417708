import { Fragment } from "react";
import "./reference.css";

/** A description in which backticks mark `code`. */
export function Prose({ text }: { text: string }) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      part.startsWith("`") ? (
        <InlineCode key={index}>{part.slice(1, -1)}</InlineCode>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    );
}

export function InlineCode({ children }: { children: React.ReactNode }) {
  return <code className="inline-code">{children}</code>;
}
