import clsx from "clsx";
import { JSON_TEXT, literal } from "@/lib/description/literal";
import { highlight, type Kind, type Tongue } from "./highlight";

const COLOURS: Record<Kind, string | undefined> = {
  text: undefined,
  word: "text-brand",
  string: "text-good",
  comment: "text-muted italic",
  number: "text-brand",
  name: "text-muted",
};

/** Code in colours. The box scrolls sideways and can be reached by keyboard to do so. */
export function Code({ code, tongue, className }: { code: string; tongue: Tongue; className?: string }) {
  return (
    <pre
      tabIndex={0}
      className={clsx("overflow-auto px-4 py-3 font-mono text-13 leading-relaxed -outline-offset-2", className)}
    >
      <code>
        {highlight(code, tongue).map(({ kind, text }, index) =>
          COLOURS[kind] ? (
            <span key={index} className={COLOURS[kind]}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </code>
    </pre>
  );
}

/** JSON as a reader likes it: short lists and objects stay on one line. */
export function Json({ value, className }: { value: unknown; className?: string }) {
  return <Code code={literal(value, JSON_TEXT)} tongue="json" className={className} />;
}
