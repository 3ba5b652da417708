import { vi } from "vitest";

interface Timeout {
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Waits until `check` no longer throws. What takes milliseconds takes seconds on a machine that is busy with other
 * tests as well, or that stands still for a moment.
 */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, intervalMs = 50 }: Timeout = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: intervalMs });
}
