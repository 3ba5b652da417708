import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attempts, RANDOM } from "@/tests/support/random";
import { longDocument, smallDocument } from "./grammar";
import { judge } from "./judge";

/** `npm run proof -- --only markdown` runs 20,000 documents and measures their memory. */
const SMALL = attempts({ few: 150, many: 3_000 });
const LONG = attempts({ few: 1, many: 12 });

describe("any document becomes safe HTML within the limits, or is rejected by the limit that it exceeds:", () => {
  test("small documents in the whole grammar, nearly all of which are rendered", async () => {
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(smallDocument, async (source) => {
        if ((await judge(source)) === "rendered") rendered++;
      }),
      { ...RANDOM, numRuns: SMALL },
    );
    expect(rendered).toBeGreaterThan(SMALL / 2);
  }, 180_000);

  test("documents as long as they may be", async () => {
    for (const source of fc.sample(longDocument, { ...RANDOM, numRuns: LONG })) await judge(source);
  }, 180_000);
});
