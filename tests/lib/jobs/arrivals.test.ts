import { expect, test } from "vitest";
import type { Sent } from "@/lib/domain/webhooks/attempt";
import { Arrivals } from "@/lib/jobs/arrivals";

const arrival = (heldForMs = 60_000) => ({ leased: { heldUntil: performance.now() + heldForMs } }) as Sent;

test("what has arrived is written down in parts, in the order in which it came, and once", () => {
  const arrivals = new Arrivals();
  const all = Array.from({ length: 100 }, () => arrival());
  for (const sent of all) arrivals.add(sent);
  expect(arrivals.take()).toEqual({ again: [], fresh: all.slice(0, 64) });
  expect(arrivals.areWaiting).toBe(true);
  expect(arrivals.take()).toEqual({ again: [], fresh: all.slice(64) });
  expect(arrivals.areWaiting).toBe(false);
  expect(arrivals.take()).toEqual({ again: [], fresh: [] });
});

test("what the database could not take is written down again, unless somebody else may have it by then", async () => {
  const arrivals = new Arrivals();
  const [ours, lost] = [arrival(), arrival(0)];
  const away = new Error("The database is away");
  await expect(arrivals.write([ours, lost], () => Promise.reject(away))).rejects.toBe(away);
  expect(arrivals.take().again).toEqual([ours]);
  await arrivals.write([ours], () => Promise.resolve());
  expect(arrivals.take().again).toEqual([]);
});
