import { expect, test } from "vitest";
import { attempts } from "@/tests/support/random";
import { compareReads } from "./compare-reads";
import { findLeaks } from "./leaks";
import { makeWorld } from "./random-world";

const WORLDS = attempts({ few: 1, many: 16 });
/** Calling every operation takes longest: `npm run proof -- --only visibility` does so in all its worlds. */
const EVERY_OPERATION = attempts({ few: 1, many: 8 });

test("every read of random worlds shows what the rule says, and nothing leaks", { timeout: 600_000 }, async () => {
  let compared = 0;
  for (let seed = 1; seed <= WORLDS; seed++) {
    const world = await makeWorld(seed);
    compared += world.compared + (await compareReads(world));
    if (seed % EVERY_OPERATION === 0) compared += await findLeaks(world);
  }
  console.log(`${compared.toLocaleString("en")} comparisons in ${WORLDS} worlds`);
  expect(compared).toBeGreaterThan(600 * WORLDS);
});
