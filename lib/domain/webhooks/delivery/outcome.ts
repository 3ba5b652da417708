import { ATTEMPT_LOG_LENGTH } from "@/lib/domain/webhooks/rules";
import type { CompletedAttempt } from "./attempt";
import type { HttpResult } from "./transport";

/** The outcome of an attempt, in the columns that a delivery stores. */
export interface Outcome {
  responseStatus: number | null;
  responseBody: string | null;
  /** Null if the attempt succeeded. */
  error: string | null;
  durationMs: number;
}

/** One entry of a delivery's attempt log. */
export type AttemptEntry = Omit<Outcome, "responseBody"> & {
  /** When the attempt ended. */
  at: string;
};

/** Converts the result of a request to an outcome. Any 2xx status is a success. */
export function toOutcome(result: HttpResult, durationMs: number): Outcome {
  if (result.kind === "error") return { responseStatus: null, responseBody: null, error: result.message, durationMs };
  return {
    responseStatus: result.status,
    responseBody: result.body,
    error: isSuccess(result.status) ? null : describeFailure(result.status),
    durationMs,
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function describeFailure(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}.${isRedirect ? " Redirects are not followed." : ""}`;
}

/** Returns the milliseconds of `Retry-After`, given in seconds or as a date; 0 without one. */
export function parseRetryAfter(result: HttpResult, now: Date): number {
  const value = (result.kind === "response" && result.retryAfter) || "0";
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Math.max(0, waitMs || 0);
}

/** Returns the delivery's attempt log with this attempt at its end. Response bodies are not part of it. */
export function appendToLog({ delivery, outcome, endedAt }: CompletedAttempt): AttemptEntry[] {
  const { responseBody: _body, ...entry } = outcome;
  return [...delivery.attemptLog, { at: endedAt.toISOString(), ...entry }].slice(-ATTEMPT_LOG_LENGTH);
}
