import { expect, test } from "vitest";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { callRoute } from "./call-route";

const CHALLENGES = 10;

stopClock();

test("an account can challenge as often as its budget allows, then gets a 429, and others do not", async () => {
  const eager = await newPerson();
  const json = { game: "duel", opponent: "nobody_here" };
  for (let call = 0; call < CHALLENGES; call += 1)
    expect((await callRoute("POST /api/ranked", { as: eager, json })).status).toBe(404);
  const { status, headers } = await callRoute("POST /api/ranked", { as: eager, json });
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await callRoute("POST /api/ranked", { as: await newPerson(), json })).status).toBe(404);
});
