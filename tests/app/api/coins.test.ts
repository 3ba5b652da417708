import { describe, expect, test } from "vitest";
import { CLAIM_BELOW, CLAIM_COINS, SHOP } from "@/lib/domain/play/coins/rules";
import {
  betResult,
  coinBalance,
  fairness as fairnessSchema,
  ledgerPage,
  rotatedFairness,
} from "@/lib/domain/play/coins/schema";
import { database } from "@/lib/infra/database/db";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { newPerson } from "@/tests/support/people";
import { useVariables } from "@/tests/support/variables";
import { callRoute } from "./call-route";

useVariables({ RATE_LIMIT_BET: "1000/60", RATE_LIMIT_CLAIM: "1000/60", RATE_LIMIT_PURCHASE: "1000/60" });

const stake = { bin: 2, amount: 1 };

describe("GET /api/coins", () => {
  test("returns the defaults for an account without a ledger, and creates none", async () => {
    const person = await newPerson();
    const answer = await callRoute("GET /api/coins", { as: person });
    expect(answer).toMatchObject({ status: 200, body: { coins: 10, hasProfilePet: false } });
    coinBalance.parse(answer.body);
    expect(await database().prisma.profile.count({ where: { userId: person.actor.id } })).toBe(0);
  });

  test("401 without a session", async () => {
    expect(await callRoute("GET /api/coins")).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
    });
  });
});

describe("POST /api/coins/bet", () => {
  test("200 returns what the contract names", async () => {
    const { status, body } = await callRoute("POST /api/coins/bet", { as: await newPerson(), json: stake });
    expect(status).toBe(200);
    const { path, landedBin } = betResult.parse(body);
    expect(path.at(-1)?.x).toBeCloseTo(0.1 + landedBin * 0.2);
  });

  test("401 precedes reading the body", async () => {
    expect((await callRoute("POST /api/coins/bet", { text: "{" })).status).toBe(401);
  });

  test.each([
    ["nothing", {}, ["amount", "bin"]],
    ["an amount of 0", { bin: 0, amount: 0 }, ["amount"]],
    ["half a coin", { bin: 0, amount: 0.5 }, ["amount"]],
    ["more than a million", { bin: 0, amount: 1_000_001 }, ["amount"]],
    ["a bin that is not there", { bin: 5, amount: 1 }, ["bin"]],
    ["numbers as text", { bin: "2", amount: "1" }, ["amount", "bin"]],
    ["a field too many", { ...stake, luck: true }, ["luck"]],
  ])("400 names every bad field of %s, and takes no coins", async (_, json, paths) => {
    const person = await newPerson();
    const { status, body } = await callRoute("POST /api/coins/bet", { as: person, json });
    expect(status).toBe(400);
    const { error, issues } = body as { error: string; issues: { path: string; message: string }[] };
    expect(error).not.toBe("");
    expect(issues.map(({ path }) => path).sort()).toEqual(paths);
    expect(await database().prisma.profile.count({ where: { userId: person.actor.id } })).toBe(0);
  });

  test("400 for too small a balance states the price, without issues of fields", async () => {
    const answer = await callRoute("POST /api/coins/bet", { as: await newPerson(), json: { bin: 2, amount: 11 } });
    expect(answer).toMatchObject({ status: 400, body: { error: "That takes 11 coins, and you have 10 coins." } });
    expect(answer.body).not.toHaveProperty("issues");
  });

  test("403 for another site's page", async () => {
    const answer = await callRoute("POST /api/coins/bet", {
      as: await newPerson(),
      json: stake,
      headers: { Origin: "https://elsewhere.example" },
    });
    expect(answer.status).toBe(403);
  });

  test("never a 500: sixty at once answer 200 or 400, and the balance is never negative", async () => {
    const person = await newPerson();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => callRoute("POST /api/coins/bet", { as: person, json: { bin: 4, amount: 3 } })),
    );
    for (const { status } of answers) expect([200, 400]).toContain(status);
    const { coins } = await database().prisma.profile.findUniqueOrThrow({ where: { userId: person.actor.id } });
    expect(coins).toBeGreaterThanOrEqual(0n);
  }, 30_000);
});

describe("the other routes of coins", () => {
  test("claim: 200 below ten coins, else a 400 that says so", async () => {
    const person = await newPerson();
    await grant(person, 3);
    expect(await callRoute("POST /api/coins/claim", { as: person })).toMatchObject({
      status: 200,
      body: { newBalance: 3 + CLAIM_COINS },
    });
    expect(await callRoute("POST /api/coins/claim", { as: person })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`below ${CLAIM_BELOW}`) },
    });
  });

  test("purchase: 200, then 409 for an owned item; 400 for too few coins and unknown items", async () => {
    const rich = await newPerson();
    await grant(rich, SHOP["profile-pet"].price + 10);
    const pet = { item: "profile-pet" };
    expect(await callRoute("POST /api/coins/purchase", { as: rich, json: pet })).toMatchObject({
      status: 200,
      body: { success: true, newBalance: 10 },
    });
    expect((await callRoute("POST /api/coins/purchase", { as: rich, json: pet })).status).toBe(409);
    const poor = await newPerson();
    expect((await callRoute("POST /api/coins/purchase", { as: poor, json: pet })).status).toBe(400);
    expect(await callRoute("POST /api/coins/purchase", { as: poor, json: { item: "newt" } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "item" }] },
    });
  });

  test("fairness, rotate and history match their schemas", async () => {
    const person = await newPerson();
    fairnessSchema.parse((await callRoute("GET /api/coins/fairness", { as: person })).body);
    await callRoute("POST /api/coins/bet", { as: person, json: stake });
    rotatedFairness.parse((await callRoute("POST /api/coins/fairness/rotate", { as: person })).body);
    expect(
      (await callRoute("POST /api/coins/fairness/rotate", { as: person, json: { clientSeed: "x".repeat(65) } })).status,
    ).toBe(400);
    const page = ledgerPage.parse(
      (await callRoute("GET /api/coins/history", { as: person, query: "?limit=1&show=drops" })).body,
    );
    expect(page.data[0]?.bet?.fairness.serverSeed).toMatch(/^[0-9a-f]{64}$/);
    for (const query of ["?limit=0", "?limit=51", "?show=everything", "?cursor=made-up"]) {
      expect((await callRoute("GET /api/coins/history", { as: person, query })).status).toBe(400);
    }
  });
});
