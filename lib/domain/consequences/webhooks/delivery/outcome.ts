/** The outcome of an attempt, in the columns that a delivery stores. */
export interface Outcome {
  responseStatus: number | null;
  responseBody: string | null;
  /** Null if the attempt succeeded. */
  error: string | null;
  durationMs: number;
}

export type AttemptEntry = Omit<Outcome, "responseBody"> & {
  /** When the attempt ended. */
  at: string;
};
