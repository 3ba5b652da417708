import { UserError } from "@/scripts/tools/terminal";
import { redisServer, startRedis } from "@/tests/support/redis";
import { table } from "../bench/table";
import { faultsOf, writeThroughCrashes } from "../live/crashes";
import { measureIdleStreams } from "../live/idle";
import { measureLatency } from "../live/latency";
import { rehearse } from "../rehearsal";

const ROOM = { clients: 5, messages: 2000, kills: 10 };

/** Live streams lose nothing when servers are killed, are fast when something happens, and cost little when idle. */
export async function prove(): Promise<void> {
  await rehearse(async (variables) => {
    await proveNothingIsLost();
    await measureLatency();
    await measureIdleStreams(variables);
  });
}

async function proveNothingIsLost(): Promise<void> {
  const redis = redisServer === undefined ? undefined : await startRedis();
  const lines: string[][] = [];
  try {
    for (const [name, plan] of [
      ["one process", { instances: 1 }],
      ["two, over the database", { instances: 2 }],
      ...(redis ? ([["two, over Redis", { instances: 2, redisUrl: redis.url }]] as const) : []),
    ] as const) {
      const outcome = await writeThroughCrashes({ ...ROOM, ...plan });
      const faults = faultsOf(outcome);
      if (faults.length > 0) throw new UserError(`${name}: ${faults.join("; ")}`);
      const { acknowledged, kept, kills, reconnects } = outcome;
      lines.push([name, ...[kills, reconnects, acknowledged.length, kept.length].map(String)]);
    }
  } finally {
    await redis?.stop();
  }
  table(["every client got every message once, in order", "kills -9", "reconnects", "acknowledged", "kept"], lines);
}
