import { sql } from "@/lib/infra/database/sql";

/** Whether a delivery or letter is final, or when to check it again. */
export type Progress = { state: "final" } | { state: "waiting"; until: Date };

export interface ProgressRow {
  status: string;
  nextAttemptAt: Date | null;
  leaseEndsAt: Date | null;
}

export const PROGRESS_COLUMNS = sql`status, "nextAttemptAt", "leaseEndsAt"`;

/** Returns whether a row is final, or when to check it again. A row that is gone is final. */
export function progressOf(row: ProgressRow | undefined): Progress {
  if (row?.status !== "pending" || !row.nextAttemptAt) return { state: "final" };
  const { nextAttemptAt, leaseEndsAt } = row;
  return { state: "waiting", until: leaseEndsAt && leaseEndsAt > nextAttemptAt ? leaseEndsAt : nextAttemptAt };
}
