import type { Wish } from "@/lib/domain/webhooks/lanes";
import type { LeasedDelivery } from "@/lib/domain/webhooks/lease";
import { MAX_AT_ONCE } from "@/lib/domain/webhooks/rules";

/** Deliveries held beyond those being sent, over all lanes: memory stays flat. */
export const MAX_HELD = 512;
const MAX_BATCH = 128;
/** A lane that wants more within this time gets twice as many as before; any other begins again with a few. */
const FAST_MS = 250;

interface Lane {
  endpointId: string;
  /** Leased, and not begun. */
  held: LeasedDelivery[];
  sending: number;
  /** Begun, and not written down. */
  open: Set<LeasedDelivery>;
  batch: number;
  claimedAt: number;
}

/** What an engine has in hand, a lane for each endpoint. Whoever was served goes to the end of the line. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  /** Lanes for which the database may have something due. */
  private readonly wanting = new Set<Lane>();
  /** Lanes that hold something. */
  private readonly loaded = new Set<Lane>();
  private readonly drained = new Set<Lane>();
  private held = 0;

  get isEmpty(): boolean {
    return this.lanes.size === 0;
  }

  want(endpointId: string): void {
    const lane = this.lanes.get(endpointId) ?? {
      endpointId,
      held: [],
      sending: 0,
      open: new Set(),
      batch: MAX_AT_ONCE,
      claimedAt: -Infinity,
    };
    this.lanes.set(endpointId, lane);
    this.wanting.add(lane);
    this.drained.delete(lane);
  }

  /** What to ask the database for, shared evenly by the lanes that have little left. By this they leave the line. */
  wishes(): Wish[] {
    const now = performance.now();
    const room = MAX_HELD - this.held;
    const lanes = [...this.wanting]
      .filter(({ held, sending, batch }) => held.length <= batch / 2 && sending < MAX_AT_ONCE)
      .slice(0, room);
    const share = Math.max(1, Math.floor(room / lanes.length));
    return lanes.map((lane) => {
      this.wanting.delete(lane);
      lane.batch = now - lane.claimedAt < FAST_MS ? Math.min(2 * lane.batch, MAX_BATCH) : MAX_AT_ONCE;
      lane.claimedAt = now;
      return { endpointId: lane.endpointId, deliveries: Math.min(lane.batch, share) };
    });
  }

  /** Takes what the database gave. A lane that got all it asked for may have more, and joins the line again. */
  load(wishes: readonly Wish[], leased: readonly LeasedDelivery[]): void {
    for (const { endpointId, deliveries } of wishes) {
      const lane = this.lane(endpointId);
      // It may have run dry while the database was asked.
      this.drained.delete(lane);
      const given = leased.filter((delivery) => delivery.endpointId === endpointId);
      lane.held.push(...given);
      this.held += given.length;
      if (given.length > 0) this.loaded.add(lane);
      if (given.length === deliveries) this.wanting.add(lane);
      this.noteDrained(lane);
    }
  }

  /** The next delivery to send, from each lane in turn. */
  next(): LeasedDelivery | undefined {
    for (const lane of this.loaded) {
      const first = lane.sending < MAX_AT_ONCE && !isStale(lane) ? lane.held.shift() : undefined;
      if (!first) continue;
      lane.sending += 1;
      lane.open.add(first);
      this.held -= 1;
      this.loaded.delete(lane);
      if (lane.held.length > 0) this.loaded.add(lane);
      return first;
    }
    return undefined;
  }

  sent({ endpointId }: LeasedDelivery): void {
    this.lane(endpointId).sending -= 1;
  }

  settled(delivery: LeasedDelivery): void {
    const lane = this.lane(delivery.endpointId);
    lane.open.delete(delivery);
    this.noteDrained(lane);
  }

  /** Whatever is leased, begun or not, as far as its lease ends so soon. */
  endingWithin(ms: number): LeasedDelivery[] {
    const moment = performance.now() + ms;
    return [...this.lanes.values()].flatMap(({ held, open }) =>
      [...held, ...open].filter(({ heldUntil }) => heldUntil < moment),
    );
  }

  /** Takes from a lane what it holds, because its receiver lets it wait, or wants no more. */
  unload(endpointId: string): LeasedDelivery[] {
    return this.putBack(this.lane(endpointId));
  }

  /** Takes what was held until its lease ended, in a process that was held up itself. */
  unloadStale(): LeasedDelivery[] {
    return [...this.loaded].filter(isStale).flatMap((lane) => this.putBack(lane));
  }

  /** Takes whatever is held, and wants no more. */
  close(): LeasedDelivery[] {
    this.wanting.clear();
    const lanes = [...this.lanes.values()];
    const held = lanes.flatMap((lane) => this.empty(lane));
    for (const lane of lanes) this.noteDrained(lane);
    return held;
  }

  /** Forgets the lanes in which nothing is left to do, and names them. */
  leave(): string[] {
    const left = [...this.drained].map(({ endpointId }) => endpointId);
    for (const id of left) this.lanes.delete(id);
    this.drained.clear();
    return left;
  }

  private lane(endpointId: string): Lane {
    const lane = this.lanes.get(endpointId);
    if (!lane) throw new Error(`No lane for ${endpointId}`);
    return lane;
  }

  private empty(lane: Lane): LeasedDelivery[] {
    this.held -= lane.held.length;
    this.loaded.delete(lane);
    return lane.held.splice(0);
  }

  /** What goes back to the database is wanted from it again, a few at a time. */
  private putBack(lane: Lane): LeasedDelivery[] {
    if (lane.held.length > 0) this.wanting.add(lane);
    lane.claimedAt = -Infinity;
    return this.empty(lane);
  }

  private noteDrained(lane: Lane): void {
    if (lane.held.length + lane.open.size === 0 && !this.wanting.has(lane)) this.drained.add(lane);
  }
}

function isStale({ held }: Lane): boolean {
  const now = performance.now();
  return held.some(({ heldUntil }) => heldUntil < now);
}
