/** What the queue must know of an item. */
interface Queued {
  client: string;
  /** Which of the client's sources the item comes from, such as a credential of an account. */
  flow: string;
  operation: string;
}

interface Client<Item> {
  /** Contains no flow without items; the next to be served is first. */
  flows: Map<string, Item[]>;
  size: number;
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
    return this.clients.get(client)?.size ?? 0;
  }

  countOfFlow(client: string, flow: string): number {
    return this.clients.get(client)?.flows.get(flow)?.length ?? 0;
  }

  add(item: Item): void {
    const client = this.clients.get(item.client) ?? { flows: new Map<string, Item[]>(), size: 0, since: ++this.turns };
    const items = client.flows.get(item.flow);
    if (items) items.push(item);
    else client.flows.set(item.flow, [item]);
    client.size += 1;
    this.clients.set(item.client, client);
    this.total += 1;
  }

  /** Takes the next item of the client who, like its operation, has waited longest of those `mayStart` allows. */
  take(mayStart: (item: Item) => boolean): Item | undefined {
    let next: { item: Item; since: number } | undefined;
    for (const { flows, since } of this.clients.values()) {
      const item = firstOf(flows, mayStart);
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
    let longest: { name: string; size: number } | undefined;
    for (const [name, { size }] of this.clients) if (size > (longest?.size ?? count)) longest = { name, size };
    return longest && this.takeFromLongestFlow(longest.name, 0);
  }

  /** Removes and returns the last item of the client's flow with the most, if that is more than `count`. */
  takeFromLongestFlow(client: string, count: number): Item | undefined {
    let longest: Item[] = [];
    for (const items of this.clients.get(client)?.flows.values() ?? [])
      if (items.length > Math.max(longest.length, count)) longest = items;
    const last = longest.at(-1);
    if (last) this.remove(last);
    return last;
  }

  remove(item: Item): void {
    const client = this.clients.get(item.client);
    const items = client?.flows.get(item.flow);
    const index = items?.indexOf(item) ?? -1;
    if (!client || !items || index === -1) return;
    items.splice(index, 1);
    client.size -= 1;
    this.total -= 1;
    if (items.length === 0) client.flows.delete(item.flow);
    if (client.size === 0) this.clients.delete(item.client);
  }

  private serve(item: Item): void {
    const { client: name, flow, operation } = item;
    this.remove(item);
    this.turns += 1;
    const client = this.clients.get(name);
    if (client) {
      moveToEnd(this.clients, name);
      moveToEnd(client.flows, flow);
      client.since = this.turns;
    }
    if (operation === "") return;
    this.served.delete(operation);
    this.served.set(operation, this.turns);
    const [oldest] = this.served.keys();
    if (this.served.size > MAX_OPERATIONS && oldest !== undefined) this.served.delete(oldest);
  }
}

/** Returns the first item that may start, of the flow that has waited longest. */
function firstOf<Item>(flows: Map<string, Item[]>, mayStart: (item: Item) => boolean): Item | undefined {
  for (const [first] of flows.values()) if (first !== undefined && mayStart(first)) return first;
  return undefined;
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value !== undefined && map.delete(key)) map.set(key, value);
}
