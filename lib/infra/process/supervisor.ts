import type { Lease, ReturnedLease } from "@/lib/infra/limiter/lease";
import { withTimeout } from "@/lib/infra/timeout";
import { processWide } from "./process-wide";
import type { Scheduler } from "./scheduler";

/** Bounds the calls pending while the supervisor does not answer. Each caller has its own timeout. */
const MAX_PENDING = 10_000;
/** After this time, a permit counts as not granted. */
const PERMIT_TIMEOUT_MS = 10_000;
/** Messages to other workers are hints: dropped when more than this many are unsent. */
const MAX_UNSENT = 1000;
/** Hints sent within this time share a message, because a message costs each process as much as a read. */
const PUBLISH_EVERY_MS = 10;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** How many processes a machine runs, this one included. */
interface MachineProcesses {
  /** The processes that clients connect to. */
  workers: number;
  /** The processes behind them that render pages. */
  pageProcesses: number;
}

/** Holds the counters that the supervisor leases to this process. */
interface LeaseKeeper {
  take(leases: readonly Lease[]): void;
  recall(lease: Pick<Lease, "id" | "counter">): void;
}

/** A process's connection to its supervisor, and through it to the other processes. */
class SupervisorConnection {
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, (message: unknown) => void>();
  private readonly answers = new Map<string, () => Promise<unknown>>();
  /** Resolves when this process is assigned the jobs. One worker at a time has them, until it ends. */
  readonly jobsAssigned: Promise<void>;
  private assignJobs: () => void = () => undefined;
  /** How many processes are listening, as last reported by the supervisor. */
  serving = 1;
  /** How many processes have ended by themselves since the start, as last reported by the supervisor. */
  endedByThemselves = 0;
  private leaseKeeper: LeaseKeeper | undefined;
  private batch: SupervisorCall[] = [];
  private publications: Publication[] = [];
  private lastId = 0;
  private unsent = 0;

  constructor(readonly processes: MachineProcesses) {
    this.jobsAssigned = new Promise((resolve) => (this.assignJobs = resolve));
    // A terminal may send SIGHUP to the whole process group; only the supervisor acts on it.
    process.on("SIGHUP", () => undefined);
    process.on("message", (message: SupervisorMessage) => this.receive(message));
  }

  /** How many processes should listen. */
  get wanted(): number {
    return this.processes.workers + this.processes.pageProcesses;
  }

  /** Calls the supervisor. All calls of one event-loop turn share a message. */
  call(method: SupervisorCall["method"], args: unknown[]): Promise<unknown> {
    if (this.pending.size >= MAX_PENDING) return Promise.reject(new Error("The supervisor does not answer"));
    return new Promise((resolve, reject) => {
      const id = (this.lastId += 1);
      this.pending.set(id, { resolve, reject });
      if (this.batch.push({ id, method, args }) === 1)
        setImmediate(() => this.send({ type: "calls", calls: this.batch.splice(0) }));
    });
  }

  /** Acquires one of `max` permits that all workers share. Resolves to whether one was free. */
  async acquire(permit: string, max: number): Promise<boolean> {
    const granting = this.call("acquire", [permit, max]);
    const granted = await withTimeout(granting, PERMIT_TIMEOUT_MS, () => "late" as const);
    if (granted === "late") void granting.then((late) => late === true && this.release(permit));
    return granted === true;
  }

  release(permit: string): void {
    this.send({ type: "release", permit });
  }

  /** Registers the holder of leased counters. Leases that come with an answer reach it before the answer. */
  keepLeases(keeper: LeaseKeeper): void {
    this.leaseKeeper = keeper;
  }

  returnLeases(leases: readonly ReturnedLease[]): void {
    this.send({ type: "returned", leases });
  }

  /** Returns a scheduler of slots that all workers share. */
  schedulerOf(name: string, places: number): Scheduler {
    return {
      // If the call fails, `begin` is never called; the caller has its own timeout.
      take: (ticket, owner, begin) =>
        void this.call("schedule", [{ name, places, ticket, owner }]).then(begin, () => undefined),
      end: (ticket, costMs) => this.send({ type: "finish", ticket, costMs }),
    };
  }

  /** Sends a message to the other workers that have subscribed to the channel, without a delivery guarantee. */
  publish(channel: string, message: unknown): void {
    if (this.unsent >= MAX_UNSENT || this.publications.length >= MAX_UNSENT) return;
    if (this.publications.push({ channel, message }) > 1) return;
    const send = () => this.send({ type: "publish", publications: this.publications.splice(0) });
    setTimeout(send, PUBLISH_EVERY_MS).unref();
  }

  subscribe(channel: string, listener: (message: unknown) => void): void {
    this.listeners.set(channel, listener);
    this.send({ type: "subscribe", channel });
  }

  /** Registers this worker's answer to other workers' `collect`. */
  answer(channel: string, answer: () => Promise<unknown>): void {
    this.answers.set(channel, answer);
    this.send({ type: "subscribe", channel });
  }

  /** Resolves to the answers of the other workers, within a second: one that does not answer is left out. */
  async collect(channel: string): Promise<unknown[]> {
    return (await this.call("collect", [channel])) as unknown[];
  }

  private receive(message: SupervisorMessage): void {
    switch (message.type) {
      case "results":
        return message.results.forEach((result) => this.settle(result));
      case "leases":
        return this.leaseKeeper?.take(message.leases);
      case "recall":
        return this.leaseKeeper?.recall(message.lease);
      case "published":
        return message.publications.forEach(({ channel, message: hint }) => this.listeners.get(channel)?.(hint));
      case "question":
        return void this.respond(message.id, message.channel);
      case "jobs":
        return this.assignJobs();
      case "serving":
        this.serving = message.processes;
        this.endedByThemselves = message.endedByThemselves;
        return;
    }
  }

  private async respond(id: number, channel: string): Promise<void> {
    const value = await this.answers
      .get(channel)?.()
      .catch(() => undefined);
    if (value !== undefined) this.send({ type: "answer", id, value });
  }

  private settle(result: SupervisorResult): void {
    const call = this.pending.get(result.id);
    this.pending.delete(result.id);
    if ("error" in result) call?.reject(new Error(result.error));
    else call?.resolve(result.value);
  }

  private send(message: WorkerMessage): void {
    this.unsent += 1;
    // Sending fails only when the supervisor is gone, and then this process ends.
    process.send?.(message, undefined, undefined, () => void (this.unsent -= 1));
  }
}

export type { SupervisorConnection };

const shared = processWide<{ connection?: SupervisorConnection }>("supervisor", () => ({}));

export function connectToSupervisor(processes: MachineProcesses): void {
  shared().connection = new SupervisorConnection(processes);
}

/** Returns this process's connection to its supervisor; undefined in a process that serves alone. */
export function supervisor(): SupervisorConnection | undefined {
  return shared().connection;
}

/** Divides a bound on what clients may hold evenly among the workers of this machine. Each gets one at least. */
export function workerShare(total: number): number {
  return shareOf(total, shared().connection?.processes.workers, 1);
}

/** Divides a bound on work that page processes do as well evenly among all processes. Each gets at least `least`. */
export function processShare(total: number, least = 1): number {
  const { workers, pageProcesses } = shared().connection?.processes ?? { workers: 1, pageProcesses: 0 };
  return shareOf(total, workers + pageProcesses, least);
}

function shareOf(total: number, processes = 1, least: number): number {
  return Math.max(least, Math.floor(total / processes));
}

/** A worker's call to its supervisor: about limits, shared permits and schedulers, or to query the other workers. */
export interface SupervisorCall {
  id: number;
  method: "limit" | "acquire" | "collect" | "schedule";
  args: unknown[];
}

export type SupervisorResult = { id: number; value: unknown } | { id: number; error: string };

/** A hint for the other processes that have subscribed to a channel. */
export interface Publication {
  channel: string;
  message: unknown;
}

/** Messages from a supervised process to its supervisor, over Node's channel between parent and child. */
export type WorkerMessage =
  | { type: "listening" }
  | { type: "calls"; calls: SupervisorCall[] }
  | { type: "returned"; leases: readonly ReturnedLease[] }
  | { type: "release"; permit: string }
  | { type: "finish"; ticket: string; costMs: number }
  | { type: "subscribe"; channel: string }
  | { type: "publish"; publications: readonly Publication[] }
  | { type: "answer"; id: number; value: unknown };

export type SupervisorMessage =
  | { type: "results"; results: SupervisorResult[] }
  | { type: "leases"; leases: readonly Lease[] }
  | { type: "recall"; lease: Pick<Lease, "id" | "counter"> }
  | { type: "published"; publications: readonly Publication[] }
  | { type: "question"; id: number; channel: string }
  /** This process runs the jobs of the machine from now on. */
  | { type: "jobs" }
  /** How many processes are listening now, and how many have ended by themselves since the start. */
  | { type: "serving"; processes: number; endedByThemselves: number };
