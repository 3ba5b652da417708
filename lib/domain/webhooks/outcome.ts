import type { Reply } from "./post";

/** How an attempt went, as a delivery keeps it. */
export interface Outcome {
  responseStatus: number | null;
  responseBody: string | null;
  /** Null after a success. */
  error: string | null;
  durationMs: number;
}

/** One attempt among those that a delivery remembers. */
export type AttemptEntry = Omit<Outcome, "responseBody"> & {
  /** When it ended. */
  at: string;
};

export function outcomeOf(reply: Reply, durationMs: number): Outcome {
  if (reply.kind === "fault") return { responseStatus: null, responseBody: null, error: reply.words, durationMs };
  return { responseStatus: reply.status, responseBody: reply.body, error: objectionTo(reply.status), durationMs };
}

/** Any 2xx is a success (6). */
function objectionTo(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirect = status >= 300 && status < 400 ? " Redirects are not followed." : "";
  return `The receiver answered ${status}.${redirect}`;
}

/** Milliseconds that the receiver's `Retry-After` asks for, in seconds or as a date; 0 without one. */
export function askedWait(reply: Reply, now: Date): number {
  const asked = (reply.kind === "answer" && reply.retryAfter) || "0";
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now.getTime();
  return Math.max(0, wait || 0);
}
