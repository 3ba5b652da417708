import { expect } from "vitest";

/** Expects every promise to reject with this error. Handles all at once: an unhandled rejection would fail the run. */
export async function expectAllRejected(acts: readonly Promise<unknown>[], error: object): Promise<void> {
  for (const outcome of await Promise.allSettled(acts))
    expect(outcome).toMatchObject({ status: "rejected", reason: error });
}
