import type { Answer, Claim, Limiter, Question } from "./limiter";
import { withTimeout } from "./limiter-timeout";
import type { SupervisorConnection } from "./supervisor";

/**
 * A slow supervisor means that the machine is overloaded, which is no reason to admit more. The timeout only bounds the
 * wait for a frozen one.
 */
const TIMEOUT_MS = 10_000;

/** Counts in the supervisor's memory, so that the workers of a machine share their limits: one message, all claims. */
export class SupervisorLimiter implements Limiter {
  constructor(private readonly supervisor: SupervisorConnection) {}

  ask(question: Question, claims: readonly Claim[]): Promise<Answer[]> {
    return withTimeout(this.supervisor.call("limit", [question, claims]) as Promise<Answer[]>, TIMEOUT_MS);
  }
}
