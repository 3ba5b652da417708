import { describe, expect, test } from "vitest";
import { askCoins, type Wire } from "@/components/coins/ask";

describe("asking about coins", () => {
  test.each([
    ["a 401 means signed out", answer(401), { kind: "signed-out" }],
    ["a 429 keeps the seconds left", answer(429, { "Retry-After": "7" }), { kind: "limited", until: 8_000 }],
    ["a 429 without seconds waits a minute", answer(429), { kind: "limited", until: 61_000 }],
    ["a 5xx is our fault", answer(503), { kind: "server" }],
    [
      "any other refusal speaks for itself",
      answer(409, {}, { error: "You own this already." }),
      { kind: "refused", message: "You own this already." },
    ],
    ["a refusal without words gets some", answer(400), { kind: "refused", message: expect.any(String) }],
    ["a broken line is not an answer", () => Promise.reject(new TypeError("Failed to fetch")), { kind: "lost" }],
  ] as const)("%s", async (_, fetch, refusal) => {
    expect(await askCoins(wire(fetch), "POST", "/api/coins/claim")).toEqual({ ok: false, refusal });
  });

  test("offline, nothing is sent", async () => {
    const never = () => expect.unreachable();
    expect(await askCoins({ ...wire(never), isOnline: () => false }, "GET", "/api/coins")).toEqual({
      ok: false,
      refusal: { kind: "offline" },
    });
  });
});

function wire(fetch: Wire["fetch"]): Wire {
  return { fetch, now: () => 1_000, isOnline: () => true };
}

function answer(status: number, headers: Record<string, string> = {}, body: unknown = {}) {
  return async () => Response.json(body, { status, headers });
}
