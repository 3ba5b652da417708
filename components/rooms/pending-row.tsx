import { Button } from "@/components/ui/button";
import { FailureText } from "@/components/ui/failure-note";
import { Spinner } from "@/components/ui/spinner";
import type { PendingMessage } from "./room-state";

interface PendingRowProps {
  message: PendingMessage;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message that is being sent, or failed. */
export function PendingRow({ message: { content, failure }, onRetry, onDiscard }: PendingRowProps) {
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-1.5 md:px-6">
      <span className="grid place-items-center">{failure === null && <Spinner className="size-4 text-muted" />}</span>
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {content}
        </p>
        {failure === null ? (
          <span className="sr-only">Sending</span>
        ) : (
          <div role="alert" className="mt-1 flex flex-wrap items-center gap-2">
            <span className="text-13 font-medium text-bad">
              Not sent. <FailureText failure={failure} />
            </span>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button size="small" variant="bare" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
