import type { Day } from "@/lib/domain/webhooks/overview";

/** `*` in words: what a list of subscriptions says to its owner. */
export function eventsInWords(events: readonly string[]): string {
  return events.includes("*") ? "every event" : events.join(", ");
}

interface Tally {
  delivered: number;
  failed: number;
}

export function tallyOf(days: readonly Day[]): Tally {
  return days.reduce(
    (sum, { delivered, failed }) => ({ delivered: sum.delivered + delivered, failed: sum.failed + failed }),
    { delivered: 0, failed: 0 },
  );
}

/** "98 %", rounded down, and finer near the top: one failure in a thousand is not perfection. Undefined when nothing was sent. */
export function arrivedShare({ delivered, failed }: Tally): string | undefined {
  const sent = delivered + failed;
  if (sent === 0) return undefined;
  const percent = (delivered / sent) * 100;
  return `${percent > 99 && failed > 0 ? Math.min(99.9, Math.floor(percent * 10) / 10) : Math.floor(percent)} %`;
}

/** The answer to an attempt, or why there was none, in a word or two. */
export function answerInWords({
  responseStatus,
  error,
}: {
  responseStatus: number | null;
  error: string | null;
}): string {
  return responseStatus === null ? (error ?? "no answer yet") : `${responseStatus}`;
}
