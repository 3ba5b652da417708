import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { MAX_PER_SERVICE, MAX_WAITING } from "@/lib/domain/consequences/push/rules";
import { database } from "@/lib/infra/database/db";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { newDevice, onDevice, pushDue, usePush, waiting } from "@/tests/lib/domain/consequences/push/fixture";
import { until } from "@/tests/lib/queue/worker-fixture";
import { newPerson } from "@/tests/support/people";

const push = usePush();

/** Has the platform notify people in one act. */
const tell = (by: Context, userIds: string[], subjectId: string) =>
  inTransaction(by, (tx) => notifyFromPlatform(tx, { userIds, subjectId, preview: "A word", link: "/" }));

test("an act is not slower for a push service that does not answer, and nor are others", async () => {
  const hanging = await push.service(() => new Promise(() => undefined));
  const swift = await push.service();
  const stuck = await newDevice(hanging);
  const { ctx: reader, browser } = await newDevice(swift);
  const worker = push.worker();
  worker.start();
  for (let n = 0; n < MAX_PER_SERVICE + 4; n += 1) await onDevice(stuck.ctx, hanging);
  const startedAt = performance.now();
  await tell(reader, [stuck.ctx.actor.id], "first");
  expect(performance.now() - startedAt).toBeLessThan(1000);
  await until(() => hanging.arrivals.length === MAX_PER_SERVICE);
  await tell(reader, [reader.actor.id], "second");
  await until(() => swift.sentTo(browser).length === 1, 3000);
  await sleep(1200);
  expect(hanging.arrivals, "a service gets no more at once").toHaveLength(MAX_PER_SERVICE);
  await hanging.stop();
});

const MANY = 10_000;

test("one whose post ten thousand like is pushed the newest likes alone", async () => {
  const service = await push.service();
  const { ctx, browser } = await newDevice(service);
  const post = await createPost(ctx, { content: "Hello", audience: "PUBLIC" });
  await likePost(await newPerson({ name: "First" }), post);
  const session = ctx.session!.id;
  await database().prisma.$executeRaw`
    INSERT INTO "Push" ("sessionId", "notificationId", service, "dueAt", "createdAt")
    SELECT ${session}, 'ntf_0' || n, ${new URL(service.url).origin}, now(), now()
      FROM generate_series(1, ${MANY}) AS n`;
  await pushDue();
  expect(service.sentTo(browser).map(({ title }) => title)).toEqual(["First liked your post"]);
  expect(service.arrivals.length).toBeLessThanOrEqual(MAX_WAITING);
  expect(await waiting()).toEqual([]);
});
