// Slow: ten thousand pushes are due over fifty seconds.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { MAX_PER_SERVICE } from "@/lib/domain/consequences/push/rules";
import { type Context, idFor, inTransaction } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { encrypt } from "@/lib/infra/secrets";
import { newDevice, usePush, waiting } from "@/tests/lib/domain/consequences/push/fixture";
import { newBrowser } from "@/tests/lib/domain/consequences/push/push-service";
import { until } from "@/tests/lib/queue/worker-fixture";

const push = usePush();

/** Has the platform notify people in one act. */
const tell = (by: Context, userIds: string[], subjectId: string) =>
  inTransaction(by, (tx) => notifyFromPlatform(tx, { userIds, subjectId, preview: "A word", link: "/" }));

const MANY = 10_000;

/** People with a browser each, filled in by three statements. */
async function manyWithBrowsers(by: Context, { url }: { url: string }): Promise<string[]> {
  const ids = Array.from({ length: MANY }, () => idFor(by, "user"));
  const target = encrypt(JSON.stringify(newBrowser(url).subscription));
  const { prisma } = database();
  await prisma.$executeRaw`
    INSERT INTO "User" (id, handle, name, "createdAt") SELECT id, lower(id), 'Fan', now() FROM unnest(${ids}::text[]) AS id`;
  await prisma.$executeRaw`
    INSERT INTO "Session" (id, "userId", "createdAt", "lastSeenAt", "expiresAt")
    SELECT 'ses_' || id, id, now(), now(), now() + interval '1 day' FROM unnest(${ids}::text[]) AS id`;
  await prisma.$executeRaw`
    INSERT INTO "PushSubscription" ("sessionId", "userId", "endpointHash", target, service, "createdAt")
    SELECT 'ses_' || id, id, id, ${target}, ${new URL(url).origin}, now() FROM unnest(${ids}::text[]) AS id`;
  return ids;
}

test(
  "ten thousand are pushed once each within bounds, and others have their turn meanwhile",
  { timeout: 120_000 },
  async () => {
    let [now, most] = [0, 0];
    const service = await push.service(async () => {
      most = Math.max(most, (now += 1));
      await sleep(5);
      now -= 1;
      return { status: 201 };
    });
    const { ctx, browser } = await newDevice(service);
    const fans = await manyWithBrowsers(ctx, service);
    const worker = push.worker();
    worker.start();
    global.gc?.();
    const heapBefore = process.memoryUsage().heapUsed;
    await tell(ctx, fans, "to all");
    await until(() => service.arrivals.length > 500);
    await tell(ctx, [ctx.actor.id], "to one");
    await until(() => service.sentTo(browser).length === 1);
    const before = service.arrivals.length;
    expect(before, "it did not wait for all the others").toBeLessThan(MANY / 2);
    await until(() => service.arrivals.length === MANY + 1, 100_000);
    await worker.waitUntilIdle();
    expect(most).toBeLessThanOrEqual(MAX_PER_SERVICE);
    expect(await waiting()).toEqual([]);
    service.arrivals.length = 0;
    global.gc?.();
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100e6);
  },
);
