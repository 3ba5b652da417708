import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";
import { callRoute } from "./call-route";

useVariables({ RATE_LIMIT_SEARCH: "3/60", TRUSTED_PROXIES: "1" });
stopClock();

const searchFrom = (address: string) =>
  callRoute("GET /api/search/posts", { query: "?q=anything", headers: { "X-Forwarded-For": address } });

test("an address searches as often as its budget allows, and does not delay another", async () => {
  const statuses = [];
  for (let search = 0; search < 4; search++) statuses.push((await searchFrom("192.0.2.1")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const over = await searchFrom("192.0.2.1");
  expect(over.body).toEqual({ error: expect.stringContaining("Too many requests") });
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await searchFrom("192.0.2.2")).status).toBe(200);
});

test("an account that types gets suggestions twenty times a second at most", async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const ask = async (as: Context) => (await callRoute("GET /api/suggest", { as, query: "?text=@ad" })).status;
  const statuses = [];
  for (let asked = 0; asked < 21; asked++) statuses.push(await ask(one));
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect(await ask(other)).toBe(200);
  expect((await callRoute("GET /api/suggest", { query: "?text=@ad" })).status).toBe(401);
});
