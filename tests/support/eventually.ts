import { vi } from "vitest";

interface Timeout {
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Waits until `check` no longer throws. What usually takes milliseconds may take seconds on a machine that runs other
 * tests as well, or stalls for a moment.
 */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, intervalMs = 50 }: Timeout = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: intervalMs });
}
