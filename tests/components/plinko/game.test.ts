import { describe, expect, test } from "vitest";
import { STEP_MS, fallMs } from "@/components/plinko/flight";
import { RESULT_MS, createGame } from "@/components/plinko/game";
import { createCall } from "@/lib/client/call";
import type { Landed } from "@/components/plinko/machine";
import { drop } from "@/lib/domain/play/coins/plinko";
import { fakeClock, fakeTransport } from "./fake-world";

const HASH = "a".repeat(64);
const bet = { bin: 2, amount: 5 };
const { path, landedBin } = drop(0b1010_1010);
const result = { won: true, payout: 10, newBalance: 15, path, landedBin, fairness: fairness(7) };
const known: Landed = { ...bet, landedBin: 1, won: false, payout: 0, fairness: fairness(6) };

describe("a drop", () => {
  test("is placed once, falls, shows its result for two seconds and ends", async () => {
    const { game, clock, transport, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    const asked = game.drop(bet);
    expect(game.store.getState().play).toMatchObject({ phase: "dropping", bet, ball: { at: "hopper" } });
    await game.drop({ bin: 0, amount: 1 });
    await asked;
    expect(transport.requests).toEqual([["POST /api/coins/bet", bet]]);
    expect(balances).toEqual([]);
    clock.pass(fallMs(path, "travel"));
    expect(game.store.getState().play).toMatchObject({ phase: "result", drop: { won: true, payout: 10 } });
    expect(balances).toEqual([15]);
    clock.pass(RESULT_MS - 1);
    expect(game.store.getState().play.phase).toBe("result");
    clock.pass(1);
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: null });
  });

  test("can be skipped, and then ends once", async () => {
    const { game, clock, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    await game.drop(bet);
    game.skip();
    expect(game.store.getState().play.phase).toBe("result");
    clock.pass(RESULT_MS);
    clock.pass(RESULT_MS);
    expect(balances).toEqual([15]);
    expect(game.store.getState().drops.map(({ fairness }) => fairness.nonce)).toEqual([7, 6]);
  });

  test("is shown step by step with reduced motion", async () => {
    const { game, clock } = start({ "POST /api/coins/bet": [ok(result)] }, { manner: "steps" });
    await game.drop(bet);
    clock.pass(STEP_MS * 9 - 1);
    expect(game.store.getState().play.phase).toBe("dropping");
    clock.pass(1);
    expect(game.store.getState().play.phase).toBe("result");
  });

  test("updates the balance even when the page is left in the middle", async () => {
    const { game, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    await game.drop(bet);
    game.leave();
    expect(balances).toEqual([15]);
  });
});

describe("a bet that fails", () => {
  test("at the rate limit clears the failure when the limit ends", async () => {
    const { game, clock } = start({ "POST /api/coins/bet": [{ status: 429, headers: { "Retry-After": "23" } }] });
    await game.drop(bet);
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: { kind: "rate-limited", until: 23_000 } });
    clock.pass(23_000);
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: null });
  });

  test("for lack of coins shows the server's message and reloads the balance", async () => {
    const { game, balances } = start({
      "POST /api/coins/bet": [{ status: 400, body: { error: "You have 3 coins." } }],
      "GET /api/coins": [ok({ coins: 3, hasProfilePet: false })],
    });
    await game.drop(bet);
    await settled();
    expect(game.store.getState().play).toEqual({
      phase: "idle",
      failure: { kind: "rejected", message: "You have 3 coins." },
    });
    expect(balances).toEqual([3]);
  });

  test("after a sign-out in another tab asks to sign in", async () => {
    const { game } = start({ "POST /api/coins/bet": [{ status: 401, body: { error: "Sign in" } }] });
    await game.drop(bet);
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: { kind: "signed-out" } });
  });

  test("offline sends nothing", async () => {
    const { game, transport } = start({}, { online: false });
    await game.drop(bet);
    expect(transport.requests).toEqual([]);
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: { kind: "offline" } });
  });
});

describe("a bet whose response was lost", () => {
  const BET = "POST /api/coins/bet";

  const UNKNOWN = { status: 503, body: { error: "Ask again.", code: "outcome_unknown" } };

  test.each(["lost", { status: 504 }, UNKNOWN] as const)(
    "is sent again with its key, and falls as it landed (%j)",
    async (answer) => {
      const { game, clock, transport, balances } = start({ [BET]: [answer, ok(result)] });
      const asked = game.drop(bet);
      await settled();
      expect(game.store.getState().play).toMatchObject({ phase: "dropping", ball: { waiting: "retry" } });
      clock.pass(500);
      await asked;
      clock.pass(fallMs(path, "travel"));
      expect(game.store.getState().play).toMatchObject({ phase: "result", drop: { landedBin } });
      expect(balances).toEqual([15]);
      const [first, second] = transport.keys;
      expect(first).toMatch(/^[\w-]{36}$/);
      expect(second).toBe(first);
    },
  );

  test("is abandoned after the third attempt, and the balance reloaded; the next drop has a new key", async () => {
    const { game, clock, transport, balances } = start({
      [BET]: [{ status: 500 }, { status: 500 }, { status: 500 }, ok(result)],
      "GET /api/coins": [ok({ coins: 10, hasProfilePet: false })],
    });
    const asked = game.drop(bet);
    for (const wait of [500, 1500]) {
      await settled();
      clock.pass(wait);
    }
    await asked;
    expect(game.store.getState().play).toMatchObject({ phase: "idle", failure: { kind: "server" } });
    expect(balances).toEqual([10]);
    await game.drop(bet);
    expect(new Set(transport.keys.slice(0, 3)).size).toBe(1);
    expect(transport.keys[3]).not.toBe(transport.keys[0]);
  });

  test("is not said to have cost nothing by a server that is away when it is sent again", async () => {
    const { game, clock } = start({ [BET]: ["lost", { status: 503 }, { status: 503 }] });
    const asked = game.drop(bet);
    for (const wait of [500, 1500]) {
      await settled();
      clock.pass(wait);
    }
    await asked;
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: { kind: "unknown" } });
  });

  test.each([
    [{ status: 409, body: { error: "Still running" } }, "dropping"],
    [{ status: 429 }, "idle"],
    [{ status: 401 }, "idle"],
  ] as const)("does not count as never placed, whatever the next response is (%j)", async (next, phase) => {
    const { game, clock } = start({ [BET]: ["lost", next, ok(result)] });
    const asked = game.drop(bet);
    for (const wait of [500, 1500]) {
      await settled();
      clock.pass(wait);
    }
    await asked;
    expect(game.store.getState().play.phase).toBe(phase);
    if (phase === "idle") expect(game.store.getState().play).toMatchObject({ failure: { kind: "unknown" } });
  });

  test.each([
    [30_000, "dropping", 4],
    [90_000, "idle", 3],
  ] as const)("is sent again once back online, unless the click is long ago (%d ms)", async (away, phase, sent) => {
    const { game, clock, transport } = start({
      [BET]: ["lost", "lost", "lost", ok(result)],
      "GET /api/coins": [ok({ coins: 5, hasProfilePet: false })],
    });
    const asked = game.drop(bet);
    for (const wait of [500, 1500]) {
      await settled();
      clock.pass(wait);
    }
    await asked;
    expect(game.store.getState().play).toEqual({ phase: "idle", failure: { kind: "unknown" } });
    clock.pass(away);
    await game.reconnect();
    expect(game.store.getState().play.phase).toBe(phase);
    expect(transport.keys).toEqual(Array.from({ length: sent }, () => transport.keys[0]));
  });
});

function start(
  answers: Parameters<typeof fakeTransport>[0],
  { manner = "travel" as const, online = true }: { manner?: "travel" | "steps"; online?: boolean } = {},
) {
  const clock = fakeClock();
  const transport = fakeTransport(answers, { now: clock.now, online });
  const balances: number[] = [];
  const game = createGame({
    call: createCall(transport),
    clock,
    manner: () => manner,
    drops: [known],
    onBalance: (coins) => balances.push(coins),
  });
  return { game, clock, transport, balances };
}

function fairness(nonce: number) {
  return { serverSeedHash: HASH, clientSeed: "pegboard", nonce };
}

function ok(body: unknown) {
  return { status: 200, body };
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve));
}
