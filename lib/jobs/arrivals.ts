import type { Sent } from "@/lib/domain/webhooks/attempt";

/** As many are written down together: each has up to an answer's 20 kB to tell. */
export const MAX_WRITTEN = 64;

/** Deliveries that have arrived, until that is written down. */
export class Arrivals {
  private fresh: Sent[] = [];
  /** Came while the database was away: written down at a later turn, as far as nobody else may have them by then. */
  private unwritten: Sent[] = [];

  get areWaiting(): boolean {
    return this.fresh.length > 0;
  }

  add(sent: Sent): void {
    this.fresh.push(sent);
  }

  /** What to write down at this turn: what could not be before, and a part of what is new. */
  take(): { again: Sent[]; fresh: Sent[] } {
    return {
      again: this.unwritten.splice(0).filter(({ leased }) => leased.heldUntil > performance.now()),
      fresh: this.fresh.splice(0, MAX_WRITTEN),
    };
  }

  /** Writes down what was taken, or else keeps it. */
  async write(sent: Sent[], settle: (sent: Sent[]) => Promise<void>): Promise<void> {
    try {
      await settle(sent);
    } catch (error) {
      this.unwritten.push(...sent);
      throw error;
    }
  }
}
