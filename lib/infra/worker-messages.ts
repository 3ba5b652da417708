/** What a supervisor does for its workers: it counts for the limiter (see LimiterStore), and keeps shared permits. */
export interface SupervisorCall {
  id: number;
  method: "evalsha" | "get" | "acquire";
  args: unknown[];
}

export type SupervisorResult = { id: number; value: unknown } | { id: number; error: string };

/** What a worker process tells its supervisor, over Node's channel between parent and child. */
export type WorkerMessage =
  | { type: "listening" }
  | { type: "calls"; calls: SupervisorCall[] }
  | { type: "release"; permit: string }
  | { type: "subscribe"; channel: string }
  | { type: "publish"; channel: string; message: unknown };

/** What a supervisor tells a worker process. */
export type SupervisorMessage =
  | { type: "results"; results: SupervisorResult[] }
  | { type: "published"; channel: string; message: unknown }
  /** This worker runs the jobs of the machine from now on. */
  | { type: "jobs" };
