import { expect, test } from "vitest";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { callRoute } from "./call-route";

stopClock();

test.each([
  ["POST /api/coins/bet", 10],
  ["POST /api/coins/claim", 3],
  ["POST /api/coins/purchase", 5],
] as const)(
  "%s: an address is served as often as the contract states, signed in or not, and then gets a 429",
  async (route, limit) => {
    for (let call = 0; call < limit; call += 1) expect((await callRoute(route)).status).toBe(401);
    const { status, headers, body } = await callRoute(route, { as: await newPerson(), text: "{" });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body).toMatchObject({ error: expect.stringContaining("Wait") });
  },
);
