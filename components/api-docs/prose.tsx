import { Fragment } from "react";

/** A description with `code` in it, as the declarations write them. */
export function Prose({ text }: { text: string }) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      part.startsWith("`") ? <Term key={index}>{part.slice(1, -1)}</Term> : <Fragment key={index}>{part}</Fragment>,
    );
}

export function Term({ children }: { children: React.ReactNode }) {
  return (
    <code className="rounded-[4px] bg-hover px-[0.34em] py-[0.12em] font-mono text-[0.86em] [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}
