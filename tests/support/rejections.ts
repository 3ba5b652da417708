import { expect } from "vitest";

/** Expects every promise to reject like this. All are handled at once: one that nobody awaits fails the run. */
export async function expectAllRejected(acts: readonly Promise<unknown>[], error: object): Promise<void> {
  for (const outcome of await Promise.allSettled(acts))
    expect(outcome).toMatchObject({ status: "rejected", reason: error });
}
