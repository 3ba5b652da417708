import type { Redis } from "ioredis";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { openRedis } from "@/lib/infra/redis";
import { UserError } from "@/scripts/tools/terminal";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import type { Fleet } from "./fleet";
import type { Part } from "./part";

/** How long a part stays down. */
const DOWN_MS = 2000;
const RECOVERY_TIMEOUT_MS = 240_000;
const CHECK_EVERY_MS = 500;

/** Kills parts, restarts them, and measures how long the whole fleet takes to recover. */
export class Disturbance {
  private readonly redis: Redis;

  private constructor(
    private readonly fleet: Fleet,
    private readonly prober: Account,
    private readonly keyId: string,
    private readonly postId: string,
  ) {
    this.redis = openRedis(fleet.redisUrl, { maxRetriesPerRequest: 0 });
    this.redis.on("error", () => undefined);
  }

  static async prepare(fleet: Fleet, postId: string): Promise<Disturbance> {
    const prober = await newAccount("pro");
    const { id } = await database().prisma.apiKey.findFirstOrThrow({ where: { userId: prober.id } });
    return new Disturbance(fleet, prober, id, postId);
  }

  /** @returns milliseconds from the restart until every instance works again, with shared limits */
  async disturb(part: Part): Promise<number> {
    await part.kill();
    await sleep(DOWN_MS);
    const from = performance.now();
    await part.restart();
    for (; !(await this.isWell()); await sleep(CHECK_EVERY_MS))
      if (performance.now() - from > RECOVERY_TIMEOUT_MS)
        throw new UserError(
          [`The fleet does not recover from the loss of ${part.name}:`, ...this.fleet.instances.map(endOf)].join("\n"),
        );
    return performance.now() - from;
  }

  end(): void {
    this.redis.disconnect();
  }

  /** Whether every instance serves a write, and counts it in the shared store. */
  private async isWell(): Promise<boolean> {
    const before = await this.counted();
    for (const { url } of this.fleet.instances) {
      const reply = await fetch(`${url}/api/v1/posts/${this.postId}/like`, {
        method: "POST",
        headers: { Authorization: `Bearer ${this.prober.key}` },
      }).catch(() => undefined);
      await reply?.body?.cancel();
      if (reply?.status !== 200) return false;
    }
    const after = await this.counted();
    return before !== undefined && after !== undefined && after >= before + this.fleet.instances.length;
  }

  private async counted(): Promise<number | undefined> {
    const window = Math.floor(Date.now() / MINUTE_MS);
    try {
      return Number(await this.redis.get(`pegboard.limit.v1Pro:${this.keyId}:${window}`));
    } catch {
      return undefined;
    }
  }
}

const endOf = ({ name, output }: Fleet["instances"][number]) => `── ${name}\n${output.slice(-3000)}`;
