/** Our choice: a process that ends this often within a minute always will, and somebody has to look. */
const MAX_ENDS = 6;
const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;

/**
 * Decides how soon a process that ended by itself is restarted: at once, then with growing delays, and finally not at
 * all.
 */
export class RestartBackoff {
  private ends: number[] = [];

  constructor(private readonly maxEnds = MAX_ENDS) {}

  /** Records an end. Returns the delay in milliseconds; undefined if there have been too many within a minute. */
  next(now: number): number | undefined {
    this.ends = [...this.ends.filter((end) => end > now - WINDOW_MS), now];
    if (this.ends.length >= this.maxEnds) return undefined;
    return this.ends.length === 1 ? 0 : FIRST_DELAY_MS * 2 ** (this.ends.length - 2);
  }
}
