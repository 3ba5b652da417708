import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import type { Call } from "./calls";
import { arrive } from "./open-loop";
import type { Population } from "./population";
import type { Site } from "./site";

/** Until code is compiled, and caches are filled. */
const WARM_UP = { perSecond: 40, seconds: 60 };
const POLL_MS = 1000;

/** Waits until the work that filling the site caused has finished. */
export async function untilAtRest({ database: client }: Site, population: Population): Promise<void> {
  // Otherwise the first read of a row would write its page.
  await client.query("VACUUM (ANALYZE)");
  await untilAway(population);
}

/** Calls the operations until they cost as much as in a long-running process. */
export async function warmUp(next: () => Call): Promise<void> {
  await arrive(WARM_UP.perSecond, WARM_UP.seconds, next);
}

/**
 * Waits until the members of rooms, who have no streams, are shown as away: one write each, some minutes after joining,
 * which must not count in what is measured next.
 */
export async function untilAway({ people }: Population): Promise<void> {
  const userId = { in: people.map(({ id }) => id) };
  while ((await database().prisma.roomMember.count({ where: { userId, awayAt: null } })) > 0) await sleep(POLL_MS);
}
