import { UserError } from "@/scripts/tools/terminal";
import { redisServer, startRedis } from "@/tests/support/redis";
import { startRedisSentinel } from "@/tests/support/redis-sentinel";
import { table } from "../bench/table";
import { faultsOf, writeThroughCrashes } from "../live/crashes";
import { measureIdleStreams } from "../live/idle";
import { measureLatency } from "../live/latency";
import { proveStalledReadersAreCutOff } from "../live/stalled";
import { rehearse, type Variables } from "../rehearsal";

const ROOM = { clients: 5, messages: 2000, kills: 10 };

/**
 * Live streams of the production server lose no events when it is killed, deliver quickly, and cost little when idle or
 * not read.
 */
export async function prove(): Promise<void> {
  await rehearse(async (variables) => {
    await proveNothingIsLost(variables);
    await measureLatency(variables);
    await proveStalledReadersAreCutOff(variables);
    await measureIdleStreams(variables);
  });
}

async function proveNothingIsLost(variables: Variables): Promise<void> {
  const redis = redisServer === undefined ? undefined : await startRedis();
  const sentinel = redisServer === undefined ? undefined : await startRedisSentinel();
  const lines: string[][] = [];
  try {
    for (const [name, given] of [
      ["one instance", { instances: 1 }],
      ["two, over the database", { instances: 2 }],
      ...(redis ? ([["two, over Redis", { instances: 2, redisUrl: redis.url }]] as const) : []),
      ...(sentinel ? ([["two, over Redis that fails over", failingOver(sentinel)]] as const) : []),
    ] as const) {
      const plan = { ...ROOM, ...given };
      const outcome = await writeThroughCrashes(variables, plan);
      const faults = faultsOf(outcome, plan);
      if (faults.length > 0) throw new UserError(`${name}: ${faults.join("; ")}`);
      const { acknowledged, kept, kills, reconnects } = outcome;
      lines.push([name, ...[kills, reconnects, acknowledged.length, kept.length].map(String)]);
    }
  } finally {
    await Promise.all([redis?.stop(), sentinel?.stop()]);
  }
  table(["every client got every message once, in order", "kills -9", "reconnects", "acknowledged", "kept"], lines);
}

/** Replaces the master whenever a server is killed. */
function failingOver({ url, replaceMaster, restore }: Awaited<ReturnType<typeof startRedisSentinel>>) {
  const alsoAfter = async () => {
    await replaceMaster("SIGKILL");
    await restore();
  };
  return { instances: 2, redisUrl: url, kills: 3, alsoAfter } as const;
}
