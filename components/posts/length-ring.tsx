import clsx from "clsx";
import { contentLength, MAX_CONTENT } from "@/lib/domain/writing/posts/rules";

/** From here on the remaining number is shown. */
const NEAR = 40;
const ROUND = 2 * Math.PI * 9;

export function LengthRing({ content }: { content: string }) {
  const length = contentLength(content.trim());
  const left = MAX_CONTENT - length;
  return (
    <span className={clsx("flex items-center gap-1.5 text-13", left < 0 ? "font-semibold text-bad" : "text-muted")}>
      <span aria-live="polite">
        {left < 0 ? (
          `${-left} over`
        ) : left <= NEAR ? (
          <>
            {left}
            <span className="sr-only"> characters left</span>
          </>
        ) : null}
      </span>
      <svg viewBox="0 0 24 24" aria-hidden className="size-6 -rotate-90">
        <circle cx="12" cy="12" r="9" fill="none" strokeWidth="2.5" className="stroke-line" />
        {length > 0 && (
          <circle
            cx="12"
            cy="12"
            r="9"
            fill="none"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeDasharray={`${Math.min(1, length / MAX_CONTENT) * ROUND} ${ROUND}`}
            className={left < 0 ? "stroke-bad" : "stroke-brand"}
          />
        )}
      </svg>
    </span>
  );
}
