import type { LimiterStore } from "./limiter-store";
import type { SupervisorConnection } from "./supervisor";

/** Counts in the supervisor's memory, so that the workers of a machine share their limits. */
export class SupervisorLimiterStore implements LimiterStore {
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
