import { afterEach, beforeEach, vi } from "vitest";

/** Stops the clock during each test of a file that counts calls, whose weight declines as their window passes. */
export function stopClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());
}
