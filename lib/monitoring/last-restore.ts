import { type ProvenRestore, readDrills } from "@/lib/domain/deployment/drills/queries";
import { memoizeFor } from "@/lib/infra/memoize-for";
import { withTimeout } from "@/lib/infra/timeout";
import { platformContext } from "@/lib/queue/platform";

/** Whether the last drill that ended proved that a backup can be restored; unknown while the database is away. */
export type RestoreStatus = "proven" | "failed" | "never" | "unknown";

export interface LastRestore {
  status: RestoreStatus;
  /** Of the last proven restore, also after a drill that failed. */
  proven?: { at: string; seconds: number; backupTakenAt: string };
  /** Why the last drill failed. */
  detail?: string;
}

const KEPT_MS = 15_000;
/** Shorter than the second that probes usually wait. */
const TIMEOUT_MS = 500;

/** Returns what drills found. It takes no instance out of service: a backup that fails serves nobody worse. */
export async function lastRestore(): Promise<LastRestore> {
  return withTimeout(readLastRestore(), TIMEOUT_MS).catch(() => ({ status: "unknown" }));
}

const readLastRestore = memoizeFor(KEPT_MS, async (): Promise<LastRestore> => {
  const { proven, failed } = await readDrills(platformContext());
  return {
    status: failed ? "failed" : proven ? "proven" : "never",
    ...(proven && { proven: presentProven(proven) }),
    ...(failed && { detail: failed.differences[0] }),
  };
});

const presentProven = ({ provenAt, tookMs, takenAt }: ProvenRestore) => ({
  at: provenAt.toISOString(),
  seconds: Math.round(tookMs / 1000),
  backupTakenAt: takenAt.toISOString(),
});
