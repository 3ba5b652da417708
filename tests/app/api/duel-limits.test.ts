import { expect, test } from "vitest";
import { POST as challenge } from "@/app/api/ranked/route";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { callRoute } from "./call-route";

const CHALLENGES = 10;

stopClock();

test("an account can challenge as often as its budget allows, then gets a 429, and others do not", async () => {
  const eager = await newPerson();
  const json = { game: "duel", opponent: "nobody_here" };
  for (let call = 0; call < CHALLENGES; call += 1)
    expect((await callRoute(challenge, { as: eager, json })).status).toBe(404);
  const { status, headers } = await callRoute(challenge, { as: eager, json });
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await callRoute(challenge, { as: await newPerson(), json })).status).toBe(404);
});
