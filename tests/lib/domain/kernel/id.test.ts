import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "@/lib/domain/kernel/id";

test("ids sort in the order of their creation, even within a millisecond", () => {
  const times = [1, 1, 1, 2, 2, 3].flatMap((ms) => Array.from({ length: 100 }, () => new Date(1_763_900_000_000 + ms)));
  const ids = times.map((now) => newId("post", { now, random: randomBytes }));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^post_[0-9A-Za-z]{22}$/);
});
