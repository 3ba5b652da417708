// Slow: it simulates the model ten times more, and replays its traces for each of ten mistakes.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { withFault } from "@/tests/support/changed-statements";
import { MODEL_MUTATIONS, PRODUCT_MUTATIONS } from "./mutations";
import { MODEL, simulate, type State } from "./quint";
import { replay } from "./replay";

const SIMULATION = { seed: 1, samples: 1000, steps: 40 };

describe("a mistake in the model", () => {
  test.each(MODEL_MUTATIONS)("violates an invariant: $mistake", async ({ part, by }) => {
    const folder = temporaryFolder();
    const model = fs.readFileSync(MODEL, "utf8");
    expect(model).toContain(part);
    const changed = path.join(folder, path.basename(MODEL));
    fs.writeFileSync(changed, model.replace(part, by));
    expect((await simulate(changed, folder, SIMULATION)).violation).toContain("[violation]");
  });
});

describe("a mistake in the product", () => {
  let traces: Promise<State[][]> | undefined;
  const manyTraces = async () => {
    const folder = temporaryFolder();
    return (await simulate(MODEL, folder, { ...SIMULATION, samples: 200, traces: 200 })).traces;
  };

  test.each(PRODUCT_MUTATIONS)("leads to another state than the model: $mistake", async ({ fault }) => {
    const differences: string[] = [];
    for (const trace of await (traces ??= manyTraces())) {
      const difference = await withFault(fault, () => replay(trace));
      if (difference) differences.push(difference);
      if (difference) break;
    }
    expect(differences).toHaveLength(1);
  });
});
