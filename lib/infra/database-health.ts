import { log } from "./log";

/** How long requests fail at once after the database was found unavailable, unless a probe succeeds earlier. */
const AWAY_MS = 3000;
const PROBE_EVERY_MS = 500;

interface Health {
  /** When data last arrived from the database, on any connection. */
  answeredAt: number;
  /** When a request last failed because of the database. */
  failedAt: number;
  awaySince: number | undefined;
  awayUntil: number;
}

// Next bundles instrumentation and routes separately, and both must share this state.
const shared = globalThis as typeof globalThis & { pegboardDatabaseHealth?: Health };

function health(): Health {
  return (shared.pegboardDatabaseHealth ??= { answeredAt: 0, failedAt: -Infinity, awaySince: undefined, awayUntil: 0 });
}

/** Thrown at once while the database is known to be unavailable, instead of waiting for a timeout. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
  readonly code = "DatabaseNotReachable";
}

export function noteAnswer(): void {
  health().answeredAt = performance.now();
}

export function databaseAnsweredSince(moment: number): boolean {
  return health().answeredAt >= moment;
}

/** Records that a request failed because the database did not serve it: unreachable, frozen, full or too slow. */
export function noteFailure(): void {
  health().failedAt = performance.now();
}

export function databaseFailedSince(moment: number): boolean {
  return health().failedAt >= moment;
}

/**
 * Throws while the database is unavailable. Expires by itself, because a process that sleeps between requests runs no
 * probe.
 * @throws DatabaseAway
 */
export function rejectWhileUnavailable(): void {
  if (performance.now() >= health().awayUntil) return;
  noteFailure();
  throw new DatabaseAway("The database is unavailable.");
}

/**
 * Considers the database unavailable if nothing at all came from it since `moment`: if it answers some requests while
 * others wait too long, it is only busy. Repeats `probe` until it succeeds.
 */
export function noteSilence(moment: number, probe: () => Promise<void>): void {
  noteFailure();
  const state = health();
  if (state.answeredAt > moment) return;
  state.awayUntil = performance.now() + AWAY_MS;
  if (state.awaySince !== undefined) return;
  state.awaySince = performance.now();
  log.error("dependency unavailable", { dependency: "database" });
  void watch(state, probe);
}

async function watch(state: Health, probe: () => Promise<void>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS).unref());
    try {
      await probe();
      break;
    } catch {
      state.awayUntil = performance.now() + AWAY_MS;
    }
  }
  log.warn("dependency recovered", {
    dependency: "database",
    downMs: Math.round(performance.now() - (state.awaySince ?? 0)),
  });
  state.awayUntil = 0;
  state.awaySince = undefined;
}
