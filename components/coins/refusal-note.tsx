import Link from "next/link";
import { ErrorNote } from "@/components/ui/error-note";
import type { Refusal } from "./refusal";
import { refusalWords } from "./refusal-words";
import { useSecondsLeft } from "./use-seconds-left";

/** A refusal where it happened, with the way on: a link to sign in, or the seconds left. */
export function RefusalNote({ refusal, callbackURL }: { refusal: Refusal; callbackURL: string }) {
  return (
    <ErrorNote className="py-1.5! text-left max-sm:text-13">
      {refusalWords(refusal)} {refusal.kind === "limited" && <Countdown until={refusal.until} />}
      {refusal.kind === "signed-out" && (
        <Link href={`/login?callbackURL=${encodeURIComponent(callbackURL)}`} className="font-medium underline">
          Sign in again
        </Link>
      )}
    </ErrorNote>
  );
}

/** A timer's ticks are to be seen, not read out each second. */
function Countdown({ until }: { until: number }) {
  const seconds = useSecondsLeft(until);
  return (
    <span role="timer" aria-live="off" className="whitespace-nowrap">
      Again in {seconds} s.
    </span>
  );
}
