import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import type { Call } from "./calls";
import { arrive } from "./open-loop";
import type { Population } from "./population";
import type { Site } from "./site";

/** Until code is compiled, and caches are filled. */
const WARM_UP = { perSecond: 40, seconds: 60 };
const POLL_MS = 1000;

/** Waits until nothing of what made the site goes on. */
export async function untilAtRest({ database: client }: Site, population: Population): Promise<void> {
  // Else whoever reads a row first writes a page.
  await client.query("VACUUM (ANALYZE)");
  await untilAway(population);
}

/** Calls what is measured next until it costs what it costs in a process that has run for long. */
export async function warmUp(next: () => Call): Promise<void> {
  await arrive(WARM_UP.perSecond, WARM_UP.seconds, next);
}

/**
 * Waits until the members of rooms, who do not listen, are shown as away: some minutes after they joined, a write for
 * each, which is no cost of what is measured next.
 */
export async function untilAway({ people }: Population): Promise<void> {
  const userId = { in: people.map(({ id }) => id) };
  while ((await database().prisma.roomMember.count({ where: { userId, awayAt: null } })) > 0) await sleep(POLL_MS);
}
