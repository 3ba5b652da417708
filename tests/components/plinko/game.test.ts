import { describe, expect, test } from "vitest";
import { STEP_MS, fallMs } from "@/components/plinko/flight";
import { RESULT_MS, createGame } from "@/components/plinko/game";
import type { Landed } from "@/components/plinko/machine";
import { drop } from "@/lib/domain/coins/plinko";
import { fakeClock, fakeWire } from "./fake-world";

const HASH = "a".repeat(64);
const bet = { bin: 2, amount: 5 };
const { path, landedBin } = drop(0b1010_1010);
const result = { won: true, payout: 10, newBalance: 15, path, landedBin, fairness: fairness(7) };
const known: Landed = { ...bet, landedBin: 1, won: false, payout: 0, fairness: fairness(6) };

describe("a drop", () => {
  test("asks once, falls, stands as the result for two seconds and rests", async () => {
    const { game, clock, wire, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    const asked = game.drop(bet);
    expect(game.snapshot().play).toMatchObject({ phase: "dropping", bet, ball: { at: "hopper" } });
    await game.drop({ bin: 0, amount: 1 });
    await asked;
    expect(wire.requests).toEqual([["POST /api/coins/bet", bet]]);
    expect(balances).toEqual([]);
    clock.pass(fallMs(path, "travel"));
    expect(game.snapshot().play).toMatchObject({ phase: "result", drop: { won: true, payout: 10 } });
    expect(balances).toEqual([15]);
    clock.pass(RESULT_MS - 1);
    expect(game.snapshot().play.phase).toBe("result");
    clock.pass(1);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: null });
  });

  test("can be skipped, and then ends once", async () => {
    const { game, clock, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    await game.drop(bet);
    game.skip();
    expect(game.snapshot().play.phase).toBe("result");
    clock.pass(RESULT_MS);
    clock.pass(RESULT_MS);
    expect(balances).toEqual([15]);
    expect(game.snapshot().drops.map(({ fairness }) => fairness.nonce)).toEqual([7, 6]);
  });

  test("is told step by step where motion is unwelcome", async () => {
    const { game, clock } = start({ "POST /api/coins/bet": [ok(result)] }, { manner: "steps" });
    await game.drop(bet);
    clock.pass(STEP_MS * 9 - 1);
    expect(game.snapshot().play.phase).toBe("dropping");
    clock.pass(1);
    expect(game.snapshot().play.phase).toBe("result");
  });

  test("left in the middle still shows the true balance elsewhere", async () => {
    const { game, balances } = start({ "POST /api/coins/bet": [ok(result)] });
    await game.drop(bet);
    game.leave();
    expect(balances).toEqual([15]);
  });
});

describe("a refused bet", () => {
  test("at the limit counts down and clears itself", async () => {
    const { game, clock } = start({ "POST /api/coins/bet": [{ status: 429, headers: { "Retry-After": "23" } }] });
    await game.drop(bet);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: { kind: "limited", until: 23_000 } });
    clock.pass(23_000);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: null });
  });

  test("for want of coins says so in the server's words and reads the true balance", async () => {
    const { game, balances } = start({
      "POST /api/coins/bet": [{ status: 400, body: { error: "You have 3 coins." } }],
      "GET /api/coins": [ok({ coins: 3, hasProfilePet: false })],
    });
    await game.drop(bet);
    await settled();
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: { kind: "refused", message: "You have 3 coins." } });
    expect(balances).toEqual([3]);
  });

  test("after signing out elsewhere asks to sign in", async () => {
    const { game } = start({ "POST /api/coins/bet": [{ status: 401, body: { error: "Sign in" } }] });
    await game.drop(bet);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: { kind: "signed-out" } });
  });

  test("offline never leaves the browser", async () => {
    const { game, wire } = start({}, { online: false });
    await game.drop(bet);
    expect(wire.requests).toEqual([]);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: { kind: "offline" } });
  });
});

describe("a bet whose answer was lost", () => {
  const dropped = { ...bet, landedBin: 4, won: false, payout: 0, fairness: { ...fairness(7), serverSeed: null } };
  const older = { ...known, fairness: { ...known.fairness, serverSeed: null } };

  test("is found in the history with the true balance", async () => {
    const { game, balances } = start({
      "POST /api/coins/bet": ["lost"],
      "GET /api/coins/history?limit=10": [ok(history(dropped, older))],
      "GET /api/coins": [ok({ coins: 5, hasProfilePet: false })],
    });
    await game.drop(bet);
    expect(game.snapshot().play).toMatchObject({ phase: "result", drop: { landedBin: 4, won: false } });
    expect(balances).toEqual([5]);
  });

  test("and that arrives late is found by the second look", async () => {
    const { game, clock } = start({
      "POST /api/coins/bet": [{ status: 504 }],
      "GET /api/coins/history?limit=10": [ok(history(older)), ok(history(dropped, older))],
      "GET /api/coins": [ok({ coins: 10, hasProfilePet: false }), ok({ coins: 5, hasProfilePet: false })],
    });
    const asked = game.drop(bet);
    await settled();
    expect(game.snapshot().play).toMatchObject({ phase: "dropping", ball: { waiting: "check" } });
    clock.pass(1500);
    await asked;
    expect(game.snapshot().play).toMatchObject({ phase: "result", drop: { landedBin: 4 } });
  });

  test.each([
    ["lost", "undropped"],
    [{ status: 500 }, "server"],
  ] as const)("and that never dropped (%j) takes nothing and says so", async (answer, kind) => {
    const balance = ok({ coins: 10, hasProfilePet: false });
    const { game, clock, balances } = start({
      "POST /api/coins/bet": [answer],
      "GET /api/coins/history?limit=10": [ok(history(older)), ok(history(older))],
      "GET /api/coins": [balance, balance],
    });
    const asked = game.drop(bet);
    await settled();
    clock.pass(1500);
    await asked;
    expect(game.snapshot().play).toMatchObject({ phase: "idle", refusal: { kind } });
    expect(balances).toEqual([10]);
  });

  test("is looked up when the connection comes back", async () => {
    const { game } = start({
      "POST /api/coins/bet": ["lost"],
      "GET /api/coins/history?limit=10": ["lost", ok(history(dropped, older))],
      "GET /api/coins": ["lost", ok({ coins: 5, hasProfilePet: false })],
    });
    await game.drop(bet);
    expect(game.snapshot().play).toEqual({ phase: "idle", refusal: { kind: "lost" } });
    await game.reconnect();
    expect(game.snapshot().play).toMatchObject({ phase: "result", drop: { landedBin: 4 } });
  });
});

function start(
  answers: Parameters<typeof fakeWire>[0],
  { manner = "travel" as const, online = true }: { manner?: "travel" | "steps"; online?: boolean } = {},
) {
  const clock = fakeClock();
  const wire = fakeWire(answers, { now: clock.now, online });
  const balances: number[] = [];
  const game = createGame({
    wire,
    clock,
    manner: () => manner,
    drops: [known],
    onBalance: (coins) => balances.push(coins),
  });
  return { game, clock, wire, balances };
}

function fairness(nonce: number) {
  return { serverSeedHash: HASH, clientSeed: "pegboard", nonce };
}

function ok(body: unknown) {
  return { status: 200, body };
}

function history(...bets: object[]) {
  const data = bets.map((entry, index) => ({
    id: `l${index}`,
    type: "BET_LOST",
    amount: -5,
    balance: 5,
    createdAt: "2026-01-01T00:00:00.000Z",
    bet: entry,
  }));
  return { data, nextCursor: null };
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve));
}
