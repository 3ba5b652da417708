import { setTimeout as sleep } from "node:timers/promises";

/** The pause between runs, so that requests coalesce: a run for many costs far less. The first run does not wait. */
const PAUSE_MS = 4;

/** `requested` while running means that another run follows. */
type LoopState = "idle" | "requested" | "running";

/** A coalescing run loop: runs one at a time, and any number of requests during a run lead to one more. */
export class RunLoop {
  private state: LoopState = "idle";
  private waiters: (() => void)[] = [];

  /**
   * @param run must not reject
   * @param onIdle called when a run has ended and none is requested
   */
  constructor(
    private readonly run: () => Promise<unknown>,
    private readonly onIdle?: () => void,
  ) {}

  get isIdle(): boolean {
    return this.state === "idle";
  }

  request(): void {
    const wasIdle = this.isIdle;
    this.state = "requested";
    if (wasIdle) void this.loop();
  }

  /** Resolves when a run has ended and none is requested. */
  nextIdle(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  private async loop(): Promise<void> {
    while (this.state === "requested") {
      this.state = "running";
      await this.run();
      await sleep(PAUSE_MS);
    }
    this.state = "idle";
    this.onIdle?.();
    for (const resolve of this.waiters.splice(0)) resolve();
  }
}
