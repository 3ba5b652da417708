import { useEffect, useState } from "react";
import { SignInLink } from "@/components/shell/sign-in-link";
import { ErrorNote } from "@/components/ui/error-note";
import { type CoinFailure, failureMessage } from "./coin-failure";

export function FailureNote({ failure, callbackURL }: { failure: CoinFailure; callbackURL: string }) {
  return (
    <ErrorNote className="py-1.5! text-left max-sm:text-13">
      {failureMessage(failure)} {failure.kind === "rate-limited" && <Countdown until={failure.until} />}
      {failure.kind === "signed-out" && (
        <SignInLink to={callbackURL} className="font-medium underline">
          Sign in again
        </SignInLink>
      )}
    </ErrorNote>
  );
}

/** Visible, but not announced each second. */
function Countdown({ until }: { until: number }) {
  const seconds = useSecondsLeft(until);
  return (
    <span role="timer" aria-live="off" className="whitespace-nowrap">
      Try again in {seconds} s.
    </span>
  );
}

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
