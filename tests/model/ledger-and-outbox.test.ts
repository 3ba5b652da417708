import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { MODEL, simulate } from "./quint";
import { replay } from "./replay";

test("the ledger and the outbox end every trace of their model in the same state", async () => {
  const { violation, traces } = await simulate(MODEL, temporaryFolder(), {
    seed: 1,
    samples: 50,
    steps: 40,
    traces: 20,
  });
  expect(violation).toBeNull();
  for (const trace of traces) expect(await replay(trace)).toBeNull();
});
