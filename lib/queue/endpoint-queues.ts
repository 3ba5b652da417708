import type { ClaimRequest } from "@/lib/domain/consequences/webhooks/delivery/claim";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { EndpointQueue } from "./endpoint-queue";

/** Claimed deliveries that are not begun, across all endpoints. Bounds memory. */
export const MAX_CLAIMED = 512;

/** A worker's endpoint queues, served round robin within the shares of their accounts. */
export class EndpointQueues {
  private readonly queues = new Map<string, EndpointQueue>();
  // Indexes, the longest waiting first. `file` derives them from each queue's state.
  private readonly due = new Set<EndpointQueue>();
  private readonly ready = new Set<EndpointQueue>();
  private readonly finished = new Set<EndpointQueue>();

  /** @param hasShare whether an account may have one more attempt */
  constructor(private readonly hasShare: (ownerId: string) => boolean) {}

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  /** Notes that an endpoint may have deliveries due in the database. */
  notify(endpointId: string): void {
    const queue = this.queues.get(endpointId) ?? new EndpointQueue(endpointId);
    this.queues.set(endpointId, queue);
    queue.notify();
    this.file(queue);
  }

  /** Starts a claim for the queues that have little left, which share the free capacity evenly. */
  startClaims(): ClaimRequest[] {
    const capacity = MAX_CLAIMED - this.countClaimed();
    const queues = [...this.due]
      .filter(({ needsClaim, ownerId }) => needsClaim && (ownerId === undefined || this.hasShare(ownerId)))
      .slice(0, capacity);
    const share = Math.max(1, Math.floor(capacity / queues.length));
    return queues.map((queue) => {
      const request = queue.startClaim(share);
      this.file(queue);
      return request;
    });
  }

  /** Adds the deliveries that the requested claims got. */
  endClaims(requests: readonly ClaimRequest[], deliveries: readonly ClaimedDelivery[]): void {
    for (const { endpointId, limit } of requests) {
      const queue = this.get(endpointId);
      const claimed = deliveries.filter((delivery) => delivery.endpointId === endpointId);
      queue.endClaim(claimed, limit);
      this.file(queue);
    }
  }

  /** Starts the attempt of the next delivery, round robin among the endpoints. */
  startAttempt(): ClaimedDelivery | undefined {
    for (const queue of this.ready) {
      if (!this.hasShare(queue.ownerId!)) continue;
      const delivery = queue.startAttempt();
      if (!delivery) continue;
      this.ready.delete(queue);
      this.file(queue);
      return delivery;
    }
    return undefined;
  }

  /** Records that an attempt succeeded: the endpoint may take another before this one is settled. */
  endAttempt(delivery: ClaimedDelivery): void {
    this.get(delivery.endpointId).endAttempt(delivery);
  }

  /** Removes a delivery that this worker no longer holds. */
  settle(delivery: ClaimedDelivery): void {
    const queue = this.get(delivery.endpointId);
    queue.settle(delivery);
    this.file(queue);
  }

  expiringWithin(ms: number): ClaimedDelivery[] {
    const untilMs = performance.now() + ms;
    return [...this.queues.values()].flatMap(({ leased }) => leased.filter((each) => each.leasedUntilMs < untilMs));
  }

  /** Returns an endpoint's claimed deliveries, to be released because its receiver is slow or accepts no more. */
  release(endpointId: string): ClaimedDelivery[] {
    return this.emptyWith(this.get(endpointId), (queue) => queue.release());
  }

  /** Returns the claimed deliveries of an account that has no share left, to be released. */
  releaseWithoutShare(ownerId: string): ClaimedDelivery[] {
    if (this.hasShare(ownerId)) return [];
    const own = [...this.ready].filter((queue) => queue.ownerId === ownerId);
    return own.flatMap((queue) => this.emptyWith(queue, () => queue.release()));
  }

  /** Returns the claimed deliveries of queues whose leases have ended, to be released. */
  releaseExpired(): ClaimedDelivery[] {
    const expired = [...this.ready].filter(({ hasExpired }) => hasExpired);
    return expired.flatMap((queue) => this.emptyWith(queue, () => queue.release()));
  }

  /** Returns every claimed delivery, to be released for good. */
  close(): ClaimedDelivery[] {
    return [...this.queues.values()].flatMap((queue) => this.emptyWith(queue, () => queue.close()));
  }

  /** Removes the queues with nothing left to do, and returns their endpoints. */
  removeFinished(): string[] {
    const endpointIds = [...this.finished].map(({ endpointId }) => endpointId);
    for (const id of endpointIds) this.queues.delete(id);
    this.finished.clear();
    return endpointIds;
  }

  private get(endpointId: string): EndpointQueue {
    const queue = this.queues.get(endpointId);
    if (!queue) throw new Error(`No queue for ${endpointId}`);
    return queue;
  }

  private countClaimed(): number {
    return [...this.ready].reduce((sum, { claimedCount }) => sum + claimedCount, 0);
  }

  private emptyWith(queue: EndpointQueue, empty: (queue: EndpointQueue) => ClaimedDelivery[]): ClaimedDelivery[] {
    const deliveries = empty(queue);
    this.file(queue);
    return deliveries;
  }

  private file(queue: EndpointQueue): void {
    setMember(this.due, queue, queue.isDue);
    setMember(this.ready, queue, queue.claimedCount > 0);
    setMember(this.finished, queue, queue.isFinished);
  }
}

function setMember<T>(set: Set<T>, value: T, isMember: boolean): void {
  if (isMember) set.add(value);
  else set.delete(value);
}
