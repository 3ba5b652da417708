// Slow: it starts sentinels, and waits until they replace a master.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { RedisBroadcast } from "@/lib/infra/process/broadcast";
import { openRedis } from "@/lib/infra/redis";
import { eventually } from "@/tests/support/eventually";
import { redisServer } from "@/tests/support/redis";
import { startRedisSentinel } from "@/tests/support/redis-sentinel";
import { setVariables } from "@/tests/support/variables";

const LIMIT = 60;
/** Fast enough to reach the limit while the master is away. */
const SPEND_EVERY_MS = 40;

describe.skipIf(!redisServer)("behind sentinels", () => {
  let redis: Awaited<ReturnType<typeof startRedisSentinel>>;
  const received: unknown[] = [];
  let connects = 0;
  let sender: RedisBroadcast;
  let receiver: RedisBroadcast;
  beforeAll(async () => {
    redis = await startRedisSentinel();
    setVariables({ REDIS_URL: redis.url, RATE_LIMIT_EXPORT: `${LIMIT}/86400` });
    const open = (listeners: { onMessage(message: unknown): void; onConnect(): void }) =>
      new RedisBroadcast(redis.url, "tests", listeners);
    sender = open({ onMessage: () => undefined, onConnect: () => undefined });
    receiver = open({ onMessage: (message) => received.push(message), onConnect: () => (connects += 1) });
    await eventually(() => expect([sender.reachesAll, connects]).toEqual([true, 1]));
  });
  afterAll(async () => {
    sender.close();
    receiver.close();
    await redis.stop();
  });

  afterEach(() => redis.restore());

  test.each(["SIGKILL", "SIGSTOP"] as const)(
    "clients fail over from a master that gets %s: limits keep counting, and messages arrive again",
    async (signal) => {
      const before = connects;
      const isAllowed = async () => (await spend("export", signal, { whenDown: "local" })).allowed;
      for (let n = 0; n < LIMIT / 2; n += 1) expect(await isAllowed()).toBe(true);
      // Between two calls: one that the master counts without being able to answer would be counted twice.
      await redis.stopMaster(signal);
      let admitted = LIMIT / 2;
      let isReplaced = false;
      const spending = (async () => {
        for (let allowed = true; allowed || !isReplaced; await sleep(SPEND_EVERY_MS)) {
          allowed = await isAllowed();
          if (allowed) admitted += 1;
        }
      })();
      await eventually(() => expect(connects).toBeGreaterThan(before));
      await eventually(() => {
        sender.send(signal);
        expect(received).toContain(signal);
      });
      isReplaced = true;
      await spending;
      expect(admitted).toBe(LIMIT);
    },
  );

  test("a client passes over a sentinel that is frozen", async () => {
    const [first] = redis.sentinels;
    first.process.kill("SIGSTOP");
    const client = openRedis(redis.url, {});
    client.on("error", () => undefined);
    await eventually(() => expect(client.status).toBe("ready"));
    client.disconnect();
  });
});
