// Slow: it kills its own servers.
import { expect, test } from "vitest";
import { faultsOf, type Plan, writeThroughCrashes } from "@/tests/load/live/crashes";

/** The proof kills ten times during 2,000 messages: with one instance, two, and two that share a Redis. */
const SHORT: Plan = { clients: 5, messages: 150, kills: 2, instances: 1 };

test(
  "a room delivers every message to every member once, in one order, while its server is killed",
  {
    timeout: 600_000,
  },
  async () => {
    const outcome = await writeThroughCrashes({ ...process.env, NODE_ENV: "production" }, SHORT);
    expect(faultsOf(outcome, SHORT)).toEqual([]);
    expect(outcome.reconnects).toBeGreaterThan(0);
  },
);
