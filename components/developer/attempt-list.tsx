import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/components/ui/number";
import { ExactTime } from "@/components/ui/relative-time";
import type { DeliveryDetails } from "@/lib/domain/webhooks/schema";

interface AttemptListProps {
  /** Oldest first; only the latest are kept. */
  attempts: DeliveryDetails["attemptLog"];
  total: number;
  nextAttemptAt: string | null;
}

/** The attempts of a delivery, and when the next one is due. */
export function AttemptList({ attempts, total, nextAttemptAt }: AttemptListProps) {
  const forgotten = total - attempts.length;
  return (
    <section aria-label="Attempts">
      <h3 className="mb-1.5 font-sans text-13 font-semibold">Attempts</h3>
      <ol start={forgotten + 1} className="grid gap-1 text-13">
        {attempts.map((attempt, index) => (
          <li key={attempt.at} className="flex gap-2">
            <span className="w-5 shrink-0 text-right text-muted">{forgotten + index + 1}.</span>
            {attempt.error ? (
              <Icon name="x" label="Failed" className="mt-0.5 size-3.5 shrink-0 text-bad" />
            ) : (
              <Icon name="check" label="Succeeded" className="mt-0.5 size-3.5 shrink-0 text-good" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {attempt.error ?? `The receiver answered ${attempt.responseStatus}.`}{" "}
              <span className="text-muted">
                <ExactTime at={attempt.at} seconds />, {formatNumber(attempt.durationMs)} ms
              </span>
            </span>
          </li>
        ))}
        {nextAttemptAt && (
          <li className="flex gap-2 text-muted">
            <span className="w-5 shrink-0 text-right">{total + 1}.</span>
            <span>
              {total === 0 ? "The first" : "Next"} attempt: <ExactTime at={nextAttemptAt} seconds />
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}
