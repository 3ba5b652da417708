/** Decides who runs next among owners that share a number of slots. */
export interface Scheduler {
  /** Calls `begin` when it is the ticket's turn, which may be at once. */
  take(ticket: string, owner: string, begin: () => void): void;
  /** Frees the ticket's slot, or stops waiting for one. `costMs` is the processor time used. */
  end(ticket: string, costMs: number): void;
}

/** The processor time of one turn. An owner that uses more is charged for as many turns as it used. */
const TURN_MS = 100;

interface Waiting {
  owner: string;
  begin(): void;
}

/** Charges owners for the turns they used; the least charged is next. With several slots, none ever holds them all. */
export class FairScheduler implements Scheduler {
  private readonly waiting = new Map<string, Waiting>();
  private readonly running = new Map<string, string>();
  /** In turns. An owner without an entry counts as charged `latest`, the charge of the owner served last. */
  private readonly charged = new Map<string, number>();
  private latest = 0;

  constructor(private readonly places: number) {}

  take(ticket: string, owner: string, begin: () => void): void {
    this.waiting.set(ticket, { owner, begin });
    this.dispatch();
  }

  end(ticket: string, costMs: number): void {
    this.waiting.delete(ticket);
    const owner = this.running.get(ticket);
    if (owner === undefined || !this.running.delete(ticket)) return;
    this.charge(owner, costMs / TURN_MS);
    this.dispatch();
  }

  private dispatch(): void {
    while (this.running.size < this.places) {
      const next = this.next();
      if (!next) return;
      const [ticket, { owner, begin }] = next;
      this.latest = Math.max(this.latest, this.chargeOf(owner));
      this.waiting.delete(ticket);
      this.running.set(ticket, owner);
      this.charge(owner, 1);
      begin();
    }
    for (const [owner, charge] of this.charged) if (charge <= this.latest) this.charged.delete(owner);
  }

  private next(): [string, Waiting] | undefined {
    const mostOfOne = Math.max(1, this.places - 1);
    const owners = [...this.running.values()];
    let next: { entry: [string, Waiting]; charge: number } | undefined;
    for (const entry of this.waiting) {
      const { owner } = entry[1];
      const charge = this.chargeOf(owner);
      if (next && next.charge <= charge) continue;
      if (owners.filter((running) => running === owner).length < mostOfOne) next = { entry, charge };
    }
    return next?.entry;
  }

  private chargeOf(owner: string): number {
    return Math.max(this.latest, this.charged.get(owner) ?? 0);
  }

  private charge(owner: string, turns: number): void {
    this.charged.set(owner, this.chargeOf(owner) + turns);
  }
}
