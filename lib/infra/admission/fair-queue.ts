interface Waiting<Item> {
  item: Item;
  operation: string;
}

interface Taken<Item> extends Waiting<Item> {
  owner: string;
}

interface Owner<Item> {
  items: Waiting<Item>[];
  /** When the owner began to wait, or was last served since. */
  since: number;
}

/** How many operations' last turns are remembered: more than are ever queued at the same time. */
const MAX_OPERATIONS = 256;

/**
 * A queue that serves its owners in turn, one item each, however many items each has queued. Operations take turns too,
 * so that many owners of one operation hold up nobody else. An owner gains nothing by naming many operations.
 */
export class FairQueue<Item> {
  /** Contains no owner without items. */
  private readonly owners = new Map<string, Owner<Item>>();
  /** When each operation was last served, the oldest first. */
  private readonly served = new Map<string, number>();
  private turns = 0;
  private total = 0;

  get size(): number {
    return this.total;
  }

  countOf(owner: string): number {
    return this.owners.get(owner)?.items.length ?? 0;
  }

  add(owner: string, item: Item, operation = ""): void {
    const known = this.owners.get(owner);
    if (known) known.items.push({ item, operation });
    else this.owners.set(owner, { items: [{ item, operation }], since: (this.turns += 1) });
    this.total += 1;
  }

  /** Takes the first item of the owner who, like their operation, has waited longest of those `mayStart` allows. */
  take(mayStart: (owner: string, operation: string) => boolean): Taken<Item> | undefined {
    let next: { owner: string; first: Waiting<Item>; since: number } | undefined;
    for (const [owner, { items, since }] of this.owners) {
      const [first] = items;
      if (first === undefined || !mayStart(owner, first.operation)) continue;
      const waitingSince = Math.max(since, this.served.get(first.operation) ?? 0);
      // Owners iterate in the order of their turns, so a tie goes to the owner that has waited longest.
      if (!next || waitingSince < next.since) next = { owner, first, since: waitingSince };
    }
    if (!next) return undefined;
    this.serve(next.owner, next.first);
    return { owner: next.owner, ...next.first };
  }

  /** Removes and returns the last item of the owner with the most, if that is more than `count`. */
  takeFromLongest(count: number): Item | undefined {
    let longest: { owner: string; items: Waiting<Item>[] } | undefined;
    for (const [owner, { items }] of this.owners)
      if (items.length > (longest?.items.length ?? count)) longest = { owner, items };
    const last = longest?.items.at(-1)?.item;
    if (longest && last !== undefined) this.remove(longest.owner, last);
    return last;
  }

  remove(owner: string, item: Item): void {
    const known = this.owners.get(owner);
    const index = known?.items.findIndex((waiting) => waiting.item === item) ?? -1;
    if (!known || index === -1) return;
    known.items.splice(index, 1);
    this.total -= 1;
    if (known.items.length === 0) this.owners.delete(owner);
  }

  private serve(owner: string, { item, operation }: Waiting<Item>): void {
    const known = this.owners.get(owner);
    this.remove(owner, item);
    this.turns += 1;
    if (known && this.owners.delete(owner)) this.owners.set(owner, { ...known, since: this.turns });
    if (operation === "") return;
    this.served.delete(operation);
    this.served.set(operation, this.turns);
    const [oldest] = this.served.keys();
    if (this.served.size > MAX_OPERATIONS && oldest !== undefined) this.served.delete(oldest);
  }
}
