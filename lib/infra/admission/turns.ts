/**
 * Items that take turns: one of each first name of their paths, those that share it one of each second name, and so on.
 * However many items or names come under one name, another waits for one turn of it.
 */
export class Turns<Item> {
  /** Contains no branch without items; the next to be served is first. */
  private readonly branches = new Map<string, Turns<Item>>();
  /** The items whose path ends here, the oldest first. */
  private readonly items: Item[] = [];
  private total = 0;

  get size(): number {
    return this.total;
  }

  add([name, ...rest]: readonly string[], item: Item): void {
    this.total += 1;
    if (name === undefined) return void this.items.push(item);
    const branch = this.branches.get(name) ?? new Turns<Item>();
    this.branches.set(name, branch);
    branch.add(rest, item);
  }

  /** Returns whether the item was there. */
  remove([name, ...rest]: readonly string[], item: Item): boolean {
    const wasThere = name === undefined ? this.removeOwn(item) : this.removeFrom(name, rest, item);
    if (wasThere) this.total -= 1;
    return wasThere;
  }

  private removeOwn(item: Item): boolean {
    const index = this.items.indexOf(item);
    if (index !== -1) this.items.splice(index, 1);
    return index !== -1;
  }

  private removeFrom(name: string, rest: readonly string[], item: Item): boolean {
    const branch = this.branches.get(name);
    const wasThere = branch?.remove(rest, item) ?? false;
    if (branch?.size === 0) this.branches.delete(name);
    return wasThere;
  }

  /** Returns the first item that may start, of the names that have waited longest. */
  next(mayStart: (item: Item) => boolean): Item | undefined {
    const [own] = this.items;
    if (own !== undefined && mayStart(own)) return own;
    for (const branch of this.branches.values()) {
      const item = branch.next(mayStart);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Puts the names of a path behind the others, as one of their items had its turn. */
  pass([name, ...rest]: readonly string[]): void {
    const branch = name === undefined ? undefined : this.branches.get(name);
    if (name === undefined || !branch) return;
    this.branches.delete(name);
    this.branches.set(name, branch);
    branch.pass(rest);
  }

  /** Returns the last item of the name with the most. */
  lastOfLongest(): Item | undefined {
    return this.longest()?.lastOfLongest() ?? this.items.at(-1);
  }

  /** Returns the item that makes room for one of this path: of a name that has more, even counting the new one. */
  yieldingTo([name, ...rest]: readonly string[]): Item | undefined {
    if (name === undefined) return undefined;
    const own = this.branches.get(name);
    const longest = this.longest();
    if (longest && longest.size > (own?.size ?? 0) + 1) return longest.lastOfLongest();
    return own?.yieldingTo(rest);
  }

  private longest(): Turns<Item> | undefined {
    let longest: Turns<Item> | undefined;
    for (const branch of this.branches.values()) if (branch.size > (longest?.size ?? 0)) longest = branch;
    return longest;
  }
}
