/** A queue that serves its owners in turn, one item each, however many items one of them has. */
export class FairQueue<Item> {
  /** In the order of their turns. No owner stays without items. */
  private readonly owners = new Map<string, Item[]>();
  private total = 0;

  get size(): number {
    return this.total;
  }

  countOf(owner: string): number {
    return this.owners.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const items = this.owners.get(owner);
    if (items) items.push(item);
    else this.owners.set(owner, [item]);
    this.total += 1;
  }

  /** Takes the first item of the first owner that `mayStart`; that owner's next turn comes after everybody else's. */
  take(mayStart: (owner: string) => boolean): { owner: string; item: Item } | undefined {
    for (const [owner, items] of this.owners) {
      const [item] = items;
      if (item === undefined || !mayStart(owner)) continue;
      this.remove(owner, item);
      if (this.owners.delete(owner)) this.owners.set(owner, items);
      return { owner, item };
    }
    return undefined;
  }

  remove(owner: string, item: Item): void {
    const items = this.owners.get(owner) ?? [];
    const index = items.indexOf(item);
    if (index === -1) return;
    items.splice(index, 1);
    this.total -= 1;
    if (items.length === 0) this.owners.delete(owner);
  }
}
