import type { Lease, ReturnedLease } from "@/lib/infra/limiter/supervisor-limiter";

/**
 * A worker's call to its supervisor, which counts for the limiter, manages shared permits and schedulers, and queries
 * other workers.
 */
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

/** Messages from a supervisor to a process. */
export type SupervisorMessage =
  | { type: "results"; results: SupervisorResult[] }
  | { type: "leases"; leases: readonly Lease[] }
  | { type: "recall"; lease: Pick<Lease, "id" | "counter"> }
  | { type: "published"; publications: readonly Publication[] }
  | { type: "question"; id: number; channel: string }
  /** This process runs the jobs of the machine from now on. */
  | { type: "jobs" }
  /** How many processes are listening now. */
  | { type: "serving"; processes: number };
