import { randomBytes } from "node:crypto";
import { randomBase62 } from "@/lib/domain/id";
import { type Claim, claimDeliveries, releaseEndpoints, renewClaims } from "@/lib/domain/webhooks/delivery/claim";
import { findDueEndpoints, findOverdueEndpoints } from "@/lib/domain/webhooks/delivery/due";
import { type ClaimedDelivery, releaseDeliveries } from "@/lib/domain/webhooks/delivery/lease";
import { WORKER_LEASE_MS } from "@/lib/domain/webhooks/rules";
import type { EndpointQueues } from "./endpoint-queues";
import { platformContext } from "./platform";

/** A lease survives two missed renewals. */
export const RENEWAL_MS = WORKER_LEASE_MS / 3;

/** One worker's claims in the database: of endpoints, and of deliveries in them. */
export class WorkerClaims {
  private readonly worker = randomBase62(randomBytes, 12);
  private returned: ClaimedDelivery[] = [];

  constructor(private readonly queues: EndpointQueues) {}

  /**
   * Finds the endpoints with deliveries for this worker.
   * @param overdueMs if given, only what has been due for this long and is left to this worker by another driver
   */
  findEndpoints(overdueMs: number | undefined): Promise<string[]> {
    const ctx = platformContext();
    return overdueMs ? findOverdueEndpoints(ctx, overdueMs) : findDueEndpoints(ctx, this.worker);
  }

  /** Fills the queues that need it. Returns the endpoints that another worker has right now. */
  async claim(): Promise<string[]> {
    const requests = this.queues.startClaims();
    if (requests.length === 0) return [];
    let claim: Claim = { deliveries: [], contended: [] };
    try {
      claim = await claimDeliveries(platformContext(), this.worker, requests);
    } finally {
      this.queues.endClaims(requests, claim.deliveries);
    }
    return claim.contended;
  }

  /** While its process lives, what a worker has in hand is its own. */
  renew(): Promise<void> {
    const expiring = this.queues.expiringWithin(WORKER_LEASE_MS - RENEWAL_MS);
    return renewClaims(platformContext(), this.worker, expiring);
  }

  /** Keeps deliveries that are not going to be attempted, for the next release. */
  giveBack(deliveries: readonly ClaimedDelivery[]): void {
    this.returned.push(...deliveries);
  }

  /** Releases them. A claim that came before found none of them: returns the endpoints that have some to claim now. */
  async releaseReturned(): Promise<Set<string>> {
    const deliveries = this.returned.splice(0);
    if (deliveries.length > 0) await releaseDeliveries(platformContext(), deliveries);
    return new Set(deliveries.map(({ endpointId }) => endpointId));
  }

  async releaseFinishedEndpoints(): Promise<void> {
    const endpointIds = this.queues.removeFinished();
    if (endpointIds.length > 0) await releaseEndpoints(platformContext(), this.worker, endpointIds);
  }
}
