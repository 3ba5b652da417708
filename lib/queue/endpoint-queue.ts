import type { ClaimRequest } from "@/lib/domain/consequences/webhooks/delivery/claim";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/consequences/webhooks/rules";

const MAX_BATCH = 128;
/** A queue that claims again within this time doubles its batch; otherwise it restarts with a small one. */
const FAST_CLAIM_MS = 250;

/** A worker's deliveries for one endpoint. Each is claimed, then attempted, then unsettled, then removed. */
export class EndpointQueue {
  private backlog: Backlog = { state: "empty" };
  private readonly claimed: ClaimedDelivery[] = [];
  private readonly attempting = new Set<ClaimedDelivery>();
  private readonly unsettled = new Set<ClaimedDelivery>();
  private batch = MAX_CONCURRENT_ATTEMPTS;
  private claimedAtMs = -Infinity;
  /** The owner of the endpoint; undefined until the first delivery is claimed. */
  ownerId?: string;

  constructor(readonly endpointId: string) {}

  get isDue(): boolean {
    return this.backlog.state === "due";
  }

  /** Whether to claim now: few deliveries are left, and the receiver keeps up. */
  get needsClaim(): boolean {
    return this.isDue && this.claimed.length <= this.batch / 2 && !this.isSaturated;
  }

  get claimedCount(): number {
    return this.claimed.length;
  }

  /** Whether the lease of a claimed delivery has expired, because the process was blocked. */
  get hasExpired(): boolean {
    const nowMs = performance.now();
    return this.claimed.some(({ leasedUntilMs }) => leasedUntilMs < nowMs);
  }

  get isFinished(): boolean {
    return this.backlog.state === "empty" && this.claimed.length + this.attempting.size + this.unsettled.size === 0;
  }

  /** Every delivery whose lease must be renewed. */
  get leased(): ClaimedDelivery[] {
    return [...this.claimed, ...this.attempting, ...this.unsettled];
  }

  notify(): void {
    this.move({ type: "notified" });
  }

  startClaim(maxDeliveries: number): ClaimRequest {
    const nowMs = performance.now();
    const isFast = nowMs - this.claimedAtMs < FAST_CLAIM_MS;
    this.batch = isFast ? Math.min(2 * this.batch, MAX_BATCH) : MAX_CONCURRENT_ATTEMPTS;
    this.claimedAtMs = nowMs;
    this.move({ type: "claim started" });
    return { endpointId: this.endpointId, limit: Math.min(this.batch, maxDeliveries) };
  }

  endClaim(deliveries: readonly ClaimedDelivery[], limit: number): void {
    this.claimed.push(...deliveries);
    this.ownerId ??= deliveries[0]?.ownerId;
    this.move({ type: "claim ended", full: deliveries.length === limit });
  }

  startAttempt(): ClaimedDelivery | undefined {
    if (this.isSaturated || this.hasExpired) return undefined;
    const delivery = this.claimed.shift();
    if (delivery) this.attempting.add(delivery);
    return delivery;
  }

  endAttempt(delivery: ClaimedDelivery): void {
    this.attempting.delete(delivery);
    this.unsettled.add(delivery);
  }

  settle(delivery: ClaimedDelivery): void {
    this.attempting.delete(delivery);
    this.unsettled.delete(delivery);
  }

  /** Returns deliveries that are claimed but not begun, to be released. Later claims start with small batches. */
  release(): ClaimedDelivery[] {
    if (this.claimed.length > 0) this.notify();
    this.claimedAtMs = -Infinity;
    return this.claimed.splice(0);
  }

  /** Returns deliveries that are claimed but not begun, to be released for good. */
  close(): ClaimedDelivery[] {
    this.move({ type: "closed" });
    return this.claimed.splice(0);
  }

  private get isSaturated(): boolean {
    return this.attempting.size >= MAX_CONCURRENT_ATTEMPTS;
  }

  private move(event: BacklogEvent): void {
    this.backlog = nextBacklog(this.backlog, event);
  }
}

/** What a worker knows about an endpoint's deliveries in the database. */
export type Backlog =
  /** Deliveries may be due. */
  | { state: "due" }
  /** A claim is in progress. `notified` if more may have become due since it began. */
  | { state: "claiming"; notified: boolean }
  /** The last claim took everything that was due. */
  | { state: "empty" };

export type BacklogEvent =
  /** Deliveries were queued, retried or released. */
  | { type: "notified" }
  | { type: "claim started" }
  /** `full` if the claim got as many as it asked for. */
  | { type: "claim ended"; full: boolean }
  /** The worker is stopping. */
  | { type: "closed" };

export function nextBacklog(backlog: Backlog, event: BacklogEvent): Backlog {
  switch (event.type) {
    case "notified":
      return backlog.state === "claiming" ? { state: "claiming", notified: true } : { state: "due" };
    case "claim started":
      return { state: "claiming", notified: false };
    case "claim ended":
      return event.full || (backlog.state === "claiming" && backlog.notified) ? { state: "due" } : { state: "empty" };
    case "closed":
      return { state: "empty" };
  }
}
