const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** Our choice: the longest delay. What ends the processes, such as a full disk, may go away by itself. */
const MAX_DELAY_MS = 15_000;

/** Decides how soon a process that ended by itself is restarted: at once, then with growing delays. */
export class RestartBackoff {
  private ends: number[] = [];

  /** Records that a process ended. Returns the delay in milliseconds. */
  next(now: number): number {
    this.ends = [...this.ends.filter((end) => end > now - WINDOW_MS), now];
    return this.ends.length === 1 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.ends.length - 2));
  }
}
