import { log, onceAMinute } from "@/lib/infra/log/log";
import { processWide } from "@/lib/infra/process/process-wide";

/** How long requests fail at once after the database was found unavailable, unless a probe succeeds earlier. */
const UNAVAILABLE_MS = 3000;
const PROBE_EVERY_MS = 200;

interface Health {
  /** When data last arrived from the database, on any connection. */
  answeredAt: number;
  failedAt: number;
  unavailableSince: number | undefined;
  unavailableUntil: number;
  readOnlySince: number | undefined;
  /** Connections opened earlier may lead to a server that is no longer the primary. */
  outdatedUntil: number;
}

const health = processWide("database-health", (): Health => ({
  answeredAt: 0,
  failedAt: -Infinity,
  unavailableSince: undefined,
  unavailableUntil: 0,
  readOnlySince: undefined,
  outdatedUntil: -Infinity,
}));

/** Thrown at once while the database is known to be unavailable, instead of waiting for a timeout. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  readonly code = "DatabaseNotReachable";
}

export function noteAnswer(): void {
  health().answeredAt = performance.now();
}

/** Returns when data last arrived from the database (`performance.now()`). */
export function lastAnswerAt(): number {
  return health().answeredAt;
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
 * Throws while the database is unavailable. The state expires by itself, because a process that is suspended between
 * requests runs no probe.
 * @throws DatabaseUnavailable
 */
export function rejectWhileUnavailable(): void {
  if (!isUnavailable()) return;
  noteFailure();
  throw new DatabaseUnavailable("The database is unavailable.");
}

/**
 * Considers the database unavailable if no data at all came from it since `moment`: if it serves some requests while
 * others wait too long, it is only busy. Repeats `probe` until it succeeds.
 */
export function noteSilence(moment: number, probe: () => Promise<void>): void {
  noteFailure();
  const state = health();
  if (state.answeredAt > moment) return;
  state.unavailableUntil = performance.now() + UNAVAILABLE_MS;
  if (state.unavailableSince !== undefined) return;
  state.unavailableSince = performance.now();
  void watch({
    what: { dependency: "database" },
    probe,
    onFailure: () => (state.unavailableUntil = performance.now() + UNAVAILABLE_MS),
    onSuccess: () => Object.assign(state, { unavailableUntil: 0, unavailableSince: undefined }),
  });
}

/**
 * Records that the database refused a write: it is a standby, or a primary that became one. Reads go on. Existing
 * connections may lead to the wrong server, so they are replaced now and again once `probe` finds that writes work.
 */
export function noteReadOnly(probe: () => Promise<void>): void {
  const state = health();
  if (state.readOnlySince !== undefined) return;
  state.readOnlySince = state.outdatedUntil = performance.now();
  void watch({
    what: { dependency: "database", detail: "it can only be read" },
    probe,
    onSuccess: () => Object.assign(state, { readOnlySince: undefined, outdatedUntil: performance.now() }),
  });
}

/** Replaces every connection that is open now before its next use: a pooler or proxy has exchanged their sessions. */
export function replaceConnections(error: Error): void {
  health().outdatedUntil = performance.now();
  reportReplaced(error);
}

const reportReplaced = onceAMinute((error, suppressed) =>
  log.warn("database sessions exchanged, connections replaced", { error, suppressed }),
);

/** Whether requests fail at once because of the database. */
export function isUnavailable(): boolean {
  return performance.now() < health().unavailableUntil;
}

export function isReadOnly(): boolean {
  return health().readOnlySince !== undefined;
}

/** Whether a connection that was opened at `moment` (`performance.now()`) must be replaced. */
export function isOutdatedSince(moment: number): boolean {
  return moment <= health().outdatedUntil;
}

interface Watched {
  /** Fields of the log lines. */
  what: Record<string, string>;
  probe(): Promise<void>;
  onFailure?(): void;
  onSuccess(): void;
}

async function watch({ what, probe, onFailure, onSuccess }: Watched): Promise<void> {
  const since = performance.now();
  log.error("dependency unavailable", what);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS).unref());
    try {
      await probe();
      break;
    } catch {
      onFailure?.();
    }
  }
  log.warn("dependency recovered", { ...what, downMs: Math.round(performance.now() - since) });
  onSuccess();
}
