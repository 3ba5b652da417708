import { randomBytes } from "node:crypto";
import { randomBase62 } from "@/lib/domain/id";
import { sendDelivery } from "@/lib/domain/webhooks/attempt";
import {
  type Claim,
  claimDeliveries,
  dueEndpoints,
  forgottenEndpoints,
  keepLanes,
  leaveLanes,
} from "@/lib/domain/webhooks/lanes";
import { type LeasedDelivery, returnDeliveries } from "@/lib/domain/webhooks/lease";
import { ENGINE_LEASE_MS } from "@/lib/domain/webhooks/rules";
import { settleFailure, settleSuccesses } from "@/lib/domain/webhooks/settle";
import { log, onceAMinute } from "@/lib/infra/log";
import { Arrivals } from "./arrivals";
import { Lanes } from "./lanes";
import { Places } from "./places";
import { platformContext } from "./platform";
import { Turns } from "./turns";

const SWEEP_MS = 1000;
const HEARTBEAT_MS = ENGINE_LEASE_MS / 3;
/** After so long an endpoint that another engine had is asked for again. */
const TAKEN_MS = 100;

interface Options {
  /** Looks only for what fell due longer ago than this, and was forgotten: somebody else drives the rest. */
  overdueMs?: number;
  sweepMs?: number;
}

/**
 * Drives deliveries in this process. The database remembers what is due; the engine knows which endpoints may have
 * something, and takes as much as it can send. Any number of engines may work on one database.
 */
export class DeliveryEngine {
  private readonly name = randomBase62(randomBytes, 12);
  private readonly lanes = new Lanes();
  private readonly places = new Places();
  private readonly arrivals = new Arrivals();
  private readonly turns = new Turns(
    () => this.turn(),
    () => this.rest(),
  );
  /** Endpoints that another engine had when they were asked for. */
  private readonly taken = new Set<string>();
  private returned: LeasedDelivery[] = [];
  private timer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private stopped = false;
  private whenIdle: (() => void)[] = [];
  private readonly report = onceAMinute((error, suppressed) =>
    log.error("Webhook deliveries are held up", { error, suppressed }),
  );

  constructor(private readonly options: Options = {}) {}

  /** Looks for what is due from now on, again and again. */
  start(): void {
    this.timer = setTimeout(async () => {
      await this.sweep();
      if (!this.stopped) this.start();
    }, this.options.sweepMs ?? SWEEP_MS).unref();
  }

  /** Tells of endpoints that something was just queued for. */
  wake(endpointIds: Iterable<string>): void {
    if (this.stopped) return;
    for (const id of endpointIds) this.lanes.want(id);
    this.heartbeat ??= setInterval(() => void this.guard(() => this.keepLanes()), HEARTBEAT_MS).unref();
    this.turns.ask();
  }

  /** Finds what is due: retries, what a lost hand-over forgot, and what processes that died had begun. */
  async sweep(): Promise<void> {
    const { overdueMs } = this.options;
    await this.guard(async () => {
      const ctx = platformContext();
      this.wake(await (overdueMs ? forgottenEndpoints(ctx, overdueMs) : dueEndpoints(ctx, this.name)));
    });
  }

  /** Resolves when nothing waits and nothing is being sent. */
  async idle(): Promise<void> {
    if (this.turns.areRunning || !this.lanes.isEmpty) await new Promise<void>((resolve) => this.whenIdle.push(resolve));
  }

  /** Begins nothing more, and resolves when what was begun has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.turns.ask();
    await this.idle();
  }

  /** One turn at the database, for all lanes together. */
  private async turn(): Promise<void> {
    await this.guard(() => this.giveBack());
    await Promise.all([this.settleArrived(), this.guard(() => this.claim())]);
    await this.guard(() => this.leave());
  }

  private rest(): void {
    if (!this.lanes.isEmpty) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  private async settleArrived(): Promise<void> {
    const { again, fresh } = this.arrivals.take();
    if (this.arrivals.areWaiting) this.turns.ask();
    for (const { leased } of fresh) this.lanes.settled(leased);
    for (const sent of [again, fresh]) {
      if (sent.length > 0)
        await this.guard(() => this.arrivals.write(sent, () => settleSuccesses(platformContext(), sent)));
    }
  }

  private async giveBack(): Promise<void> {
    const returned = [...this.returned.splice(0), ...(this.stopped ? this.lanes.close() : this.lanes.unloadStale())];
    if (returned.length > 0) await returnDeliveries(platformContext(), returned);
  }

  private async leave(): Promise<void> {
    const left = this.lanes.leave();
    if (left.length > 0) await leaveLanes(platformContext(), this.name, left);
  }

  private async claim(): Promise<void> {
    // What arrives faster than it is written down would pile up.
    const wishes = this.stopped || this.arrivals.areWaiting ? [] : this.lanes.wishes();
    if (wishes.length === 0) return;
    let claim: Claim = { leased: [], taken: [] };
    try {
      claim = await claimDeliveries(platformContext(), this.name, wishes);
    } finally {
      this.lanes.load(wishes, claim.leased);
    }
    this.begin();
    if (claim.taken.length > 0) this.askLater(claim.taken);
  }

  private askLater(endpointIds: string[]): void {
    if (this.taken.size === 0) {
      setTimeout(() => {
        this.wake(this.taken);
        this.taken.clear();
      }, TAKEN_MS).unref();
    }
    for (const id of endpointIds) this.taken.add(id);
  }

  /** As long as this process lives, what it has in hand is its own. */
  private async keepLanes(): Promise<void> {
    const ending = this.lanes.endingWithin(ENGINE_LEASE_MS - HEARTBEAT_MS);
    await keepLanes(platformContext(), this.name, ending);
  }

  /** Sends what there are places for. */
  private begin(): void {
    while (!this.stopped && this.places.areFree) {
      const delivery = this.lanes.next();
      if (!delivery) return;
      void this.send(delivery);
    }
  }

  private async send(delivery: LeasedDelivery): Promise<void> {
    const leavePlace = this.places.take(() => {
      this.returned.push(...this.lanes.unload(delivery.endpointId));
      this.begin();
      this.turns.ask();
    });
    const sent = await this.guard(() => sendDelivery(delivery, new Date()));
    leavePlace();
    if (sent?.outcome.error === null) {
      this.lanes.sent(delivery);
      this.arrivals.add(sent);
    } else {
      // Until a failure is written down nothing is sent in its stead: it may be the endpoint's end.
      const takesMore = sent && (await this.guard(() => settleFailure(platformContext(), sent)));
      if (takesMore === false) this.returned.push(...this.lanes.unload(delivery.endpointId));
      this.lanes.sent(delivery);
      this.lanes.settled(delivery);
    }
    this.begin();
    this.turns.ask();
  }

  /** What cannot be sent or written down, for a fault of ours, is attempted again when its lease has ended. */
  private async guard<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }
}
