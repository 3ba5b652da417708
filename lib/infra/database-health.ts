import { log } from "./log";

/** How long requests fail at once after the database was found away, unless a probe finds it back before. */
const AWAY_MS = 3000;
const PROBE_EVERY_MS = 500;

interface Health {
  /** When anything last arrived from the database, on any connection. */
  answeredAt: number;
  /** When a request last failed for the database's sake. */
  failedAt: number;
  awaySince: number | undefined;
  awayUntil: number;
}

// Next bundles instrumentation and routes apart, and both must see the same.
const shared = globalThis as typeof globalThis & { pegboardDatabaseHealth?: Health };

function health(): Health {
  return (shared.pegboardDatabaseHealth ??= { answeredAt: 0, failedAt: -Infinity, awaySince: undefined, awayUntil: 0 });
}

/** What a request gets while the database is known to be away, instead of waiting as long as those before it. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
  readonly code = "DatabaseNotReachable";
}

export function noteAnswer(): void {
  health().answeredAt = performance.now();
}

/** Says that a request failed because the database did not serve it: away, frozen, full or too slow. */
export function noteFailure(): void {
  health().failedAt = performance.now();
}

export function databaseFailedSince(moment: number): boolean {
  return health().failedAt >= moment;
}

/** Throws while the database is away. The pause ends by itself: a process that sleeps between requests runs no probe. */
export function refuseWhileAway(): void {
  if (performance.now() >= health().awayUntil) return;
  noteFailure();
  throw new DatabaseAway("The database is away.");
}

/**
 * Takes the database for away if nothing at all came from it since `moment`: where some are answered and others wait too
 * long, it is only busy. `probe` is asked again and again until it finds the database back.
 */
export function noteSilence(moment: number, probe: () => Promise<void>): void {
  noteFailure();
  const state = health();
  if (state.answeredAt > moment) return;
  state.awayUntil = performance.now() + AWAY_MS;
  if (state.awaySince !== undefined) return;
  state.awaySince = performance.now();
  log.error("database is away");
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
  log.warn("database recovered", { awayMs: Math.round(performance.now() - (state.awaySince ?? 0)) });
  state.awayUntil = 0;
  state.awaySince = undefined;
}
