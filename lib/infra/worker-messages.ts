/** What a supervisor does for its workers: it counts for the limiter, keeps shared permits, and asks other workers. */
export interface SupervisorCall {
  id: number;
  method: "limit" | "acquire" | "collect";
  args: unknown[];
}

export type SupervisorResult = { id: number; value: unknown } | { id: number; error: string };

/** What a worker process tells its supervisor, over Node's channel between parent and child. */
export type WorkerMessage =
  | { type: "listening" }
  | { type: "calls"; calls: SupervisorCall[] }
  | { type: "release"; permit: string }
  | { type: "subscribe"; channel: string }
  | { type: "publish"; channel: string; message: unknown }
  | { type: "answer"; id: number; value: unknown };

/** What a supervisor tells a worker process. */
export type SupervisorMessage =
  | { type: "results"; results: SupervisorResult[] }
  | { type: "published"; channel: string; message: unknown }
  | { type: "question"; id: number; channel: string }
  /** This worker runs the jobs of the machine from now on. */
  | { type: "jobs" };
