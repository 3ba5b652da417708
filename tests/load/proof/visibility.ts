import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { compareReads } from "@/tests/lib/domain/people/safety/compare-reads";
import { findLeaks } from "@/tests/lib/domain/people/safety/leaks";
import { makeWorld } from "@/tests/lib/domain/people/safety/random-world";
import { table } from "../bench/table";
import { progressLine } from "../progress";
import { ownVariables } from "../variables";

const WORLDS = 300;

/**
 * In 300 random small worlds of people who follow, block and mute each other, every list, count, search and operation
 * matches a rule of ten lines, and shows no text of a hidden person. `SEED` is the seed of the first world.
 */
export async function prove(): Promise<void> {
  const server = await startEmbeddedPostgres("postgres");
  try {
    await server.temporaryDatabase(async (url) => {
      await migrate(url);
      Object.assign(process.env, ownVariables(url));
      await compareWorlds(Number(process.env.SEED ?? 1));
    });
  } finally {
    await server.leave();
  }
}

async function compareWorlds(first: number): Promise<void> {
  const progress = progressLine();
  const compared = { acts: 0, reads: 0, words: 0 };
  for (let n = 0; n < WORLDS; n++) {
    const world = await makeWorld(first + n);
    compared.acts += world.compared;
    compared.reads += await compareReads(world);
    compared.words += await findLeaks(world);
    progress("worlds", n + 1, WORLDS);
  }
  table(
    ["compared in 300 worlds", ""],
    Object.entries(compared).map(([what, count]) => [what, count.toLocaleString("en")]),
  );
}
