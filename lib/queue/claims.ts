import { randomBytes } from "node:crypto";
import { randomBase62 } from "@/lib/domain/kernel/id";
import {
  type Claim,
  claimDeliveries,
  releaseEndpoints,
  renewClaims,
} from "@/lib/domain/consequences/webhooks/delivery/claim";
import { findDueEndpoints, findOverdueEndpoints } from "@/lib/domain/consequences/webhooks/delivery/due";
import { type ClaimedDelivery, releaseDeliveries } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { WORKER_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import type { EndpointQueues } from "./endpoint-queues";
import { platformContext } from "./platform";

/** A lease survives two missed renewals. */
export const RENEWAL_MS = WORKER_LEASE_MS / 3;

/** One worker's claims in the database: of endpoints, and of deliveries in them. */
export class WorkerClaims {
  private readonly worker = randomBase62(randomBytes, 12);
  private toRelease: ClaimedDelivery[] = [];

  constructor(private readonly queues: EndpointQueues) {}

  /**
   * Finds the endpoints with deliveries for this worker.
   * @param overdueMs if given, only deliveries that have been due for this long, which another driver has lost
   */
  findEndpoints(overdueMs: number | undefined): Promise<string[]> {
    const ctx = platformContext();
    return overdueMs ? findOverdueEndpoints(ctx, overdueMs) : findDueEndpoints(ctx, this.worker);
  }

  /** Fills the queues that need it. Returns the endpoints that another worker holds right now. */
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

  /** Renews the worker's leases before they expire, so that it keeps its claims while its process lives. */
  renew(): Promise<void> {
    const expiring = this.queues.expiringWithin(WORKER_LEASE_MS - RENEWAL_MS);
    return renewClaims(platformContext(), this.worker, expiring);
  }

  /** Collects deliveries that will not be attempted here, for the next `releaseQueued`. */
  queueRelease(deliveries: readonly ClaimedDelivery[]): void {
    this.toRelease.push(...deliveries);
  }

  /** Releases the collected deliveries. Returns their endpoints, which have something to claim again. */
  async releaseQueued(): Promise<Set<string>> {
    const deliveries = this.toRelease.splice(0);
    if (deliveries.length > 0) await releaseDeliveries(platformContext(), deliveries);
    return new Set(deliveries.map(({ endpointId }) => endpointId));
  }

  async releaseFinishedEndpoints(): Promise<void> {
    const endpointIds = this.queues.removeFinished();
    if (endpointIds.length > 0) await releaseEndpoints(platformContext(), this.worker, endpointIds);
  }
}
