import { expect, test } from "vitest";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { callRoute } from "./call-route";

stopClock();

const namesIn = (header: string | null) => Array.from(header?.matchAll(/"(\w+)"/g) ?? [], ([, name]) => name);

test("a session route names the budgets that a request spent, in responses and rejections", async () => {
  const remaining = [];
  for (let call = 0; call < 4; call += 1) {
    const { headers } = await callRoute("POST /api/coins/claim");
    expect(headers.get("ratelimit-policy")).toBe('"claim";q=3;w=60');
    remaining.push(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  }
  expect(remaining).toEqual(["2", "1", "0", "0"]);
});

test("a write names the budgets of its account, and its replay names none", async () => {
  const writer = await newPerson();
  const headers = { "Idempotency-Key": "a-key" };
  const write = () => callRoute("POST /api/posts", { as: writer, json: { content: "Counted once" }, headers });
  const first = await write();
  expect(first.status).toBe(201);
  expect(namesIn(first.headers.get("ratelimit"))).toEqual(["writePosts", "writeHourly"]);
  const replay = await write();
  expect(replay.headers.get("idempotency-replayed")).toBe("true");
  expect(replay.headers.has("ratelimit")).toBe(false);
});

test("a cacheable response names no budget", async () => {
  expect((await callRoute("GET /api/presence/online-count")).headers.has("ratelimit")).toBe(false);
});
