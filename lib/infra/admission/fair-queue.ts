import { Turns } from "./turns";

/** What the queue must know of an item. */
interface Queued {
  client: string;
  /** Which of the client's sources the item comes from, the widest first: an account's credential, then its address. */
  flow: readonly string[];
  operation: string;
}

interface Client<Item> {
  turns: Turns<Item>;
  /** When the client began to wait, or was last served since. */
  since: number;
}

/** How many operations' last turns are remembered: more than are ever queued at the same time. */
const MAX_OPERATIONS = 256;

/**
 * A queue that serves its clients in turn, one item each, however many items each has queued, and within a client its
 * flows in turn. Operations take turns too, so that many clients of one operation hold up nobody else. A client gains
 * nothing by having many flows or naming many operations.
 */
export class FairQueue<Item extends Queued> {
  /** Contains no client without items. */
  private readonly clients = new Map<string, Client<Item>>();
  /** When each operation was last served, the oldest first. */
  private readonly served = new Map<string, number>();
  private turns = 0;
  private total = 0;

  get size(): number {
    return this.total;
  }

  countOf(client: string): number {
    return this.clients.get(client)?.turns.size ?? 0;
  }

  add(item: Item): void {
    const client = this.clients.get(item.client) ?? { turns: new Turns<Item>(), since: ++this.turns };
    client.turns.add(item.flow, item);
    this.clients.set(item.client, client);
    this.total += 1;
  }

  /** Takes the next item of the client who, like its operation, has waited longest of those `mayStart` allows. */
  take(mayStart: (item: Item) => boolean): Item | undefined {
    let next: { item: Item; since: number } | undefined;
    for (const { turns, since } of this.clients.values()) {
      const item = turns.next(mayStart);
      if (!item) continue;
      const waitingSince = Math.max(since, this.served.get(item.operation) ?? 0);
      // Clients iterate in the order of their turns, so a tie goes to the client that has waited longest.
      if (!next || waitingSince < next.since) next = { item, since: waitingSince };
    }
    if (next) this.serve(next.item);
    return next?.item;
  }

  /** Removes and returns the last item of the client with the most, if that is more than `count`. */
  takeFromLongest(count: number): Item | undefined {
    let longest: Turns<Item> | undefined;
    for (const { turns } of this.clients.values()) if (turns.size > (longest?.size ?? count)) longest = turns;
    return this.taken(longest?.lastOfLongest());
  }

  /** Removes and returns an item of the client that makes room for one of a flow with less. */
  takeForFlow(client: string, flow: readonly string[]): Item | undefined {
    return this.taken(this.clients.get(client)?.turns.yieldingTo(flow));
  }

  private taken(item: Item | undefined): Item | undefined {
    if (item) this.remove(item);
    return item;
  }

  remove(item: Item): void {
    const client = this.clients.get(item.client);
    if (!client?.turns.remove(item.flow, item)) return;
    this.total -= 1;
    if (client.turns.size === 0) this.clients.delete(item.client);
  }

  private serve(item: Item): void {
    const { client: name, flow, operation } = item;
    this.remove(item);
    this.turns += 1;
    const client = this.clients.get(name);
    if (client) {
      this.clients.delete(name);
      this.clients.set(name, client);
      client.turns.pass(flow);
      client.since = this.turns;
    }
    if (operation === "") return;
    this.served.delete(operation);
    this.served.set(operation, this.turns);
    const [oldest] = this.served.keys();
    if (this.served.size > MAX_OPERATIONS && oldest !== undefined) this.served.delete(oldest);
  }
}
