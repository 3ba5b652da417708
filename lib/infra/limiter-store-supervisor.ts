import type { LimiterStore } from "./limiter-store";
import type { SupervisorConnection } from "./supervisor";

/**
 * A slow supervisor means that the machine is overloaded, which is no reason to admit more. The timeout only bounds the
 * wait for a frozen one.
 */
const TIMEOUT_MS = 10_000;

/** Counts in the supervisor's memory, so that the workers of a machine share their limits. */
export class SupervisorLimiterStore implements LimiterStore {
  readonly timeoutMs = TIMEOUT_MS;

  constructor(private readonly supervisor: SupervisorConnection) {}

  evalsha(...args: Parameters<LimiterStore["evalsha"]>): Promise<unknown> {
    return this.supervisor.call("evalsha", args);
  }

  get(key: string): Promise<unknown> {
    return this.supervisor.call("get", [key]);
  }

  async eval(): Promise<unknown> {
    throw new Error("The supervisor only runs the limiter scripts that it implements");
  }
}
