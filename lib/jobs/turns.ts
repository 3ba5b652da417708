import { setTimeout as sleep } from "node:timers/promises";

/** Between turns: what comes up meanwhile is done together, which costs far less. The first turn waits for nothing. */
const PAUSE_MS = 4;

/** Does a piece of work one turn after the other, as often as it is asked for: what comes up during a turn goes into the next. */
export class Turns {
  private running: Promise<void> | undefined;
  private again = false;

  /** `rest` is called whenever no turn is asked for any more. */
  constructor(
    private readonly take: () => Promise<void>,
    private readonly rest: () => void,
  ) {}

  get areRunning(): boolean {
    return this.running !== undefined;
  }

  ask(): void {
    this.again = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.again) this.ask();
      else this.rest();
    });
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.take();
      await sleep(PAUSE_MS);
    }
  }
}
