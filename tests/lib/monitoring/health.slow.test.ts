// Slow: it takes the database away, and waits until probes notice.
import { afterAll, describe, expect, test, vi } from "vitest";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { runShutdownHooks } from "@/lib/infra/process/shutdown";
import { liveness, readiness } from "@/lib/monitoring/checks";
import { IncidentRecorder } from "@/lib/monitoring/incident-recorder";
import type { Verdict } from "@/lib/monitoring/health-check";
import { setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import { newPerson } from "@/tests/support/people";
import { startTcpProxy } from "@/tests/support/tcp-proxy";
import { eventually } from "@/tests/support/eventually";

const TOKEN = "a token of the tests alone";

const proxy = await startTcpProxy(process.env.DATABASE_URL!);
Object.assign(process.env, { DATABASE_URL: proxy.url, HEALTH_TOKEN: TOKEN });
vi.spyOn(process.stderr, "write").mockReturnValue(true);

afterAll(async () => {
  await database().pool.end();
  await proxy.close();
});

const webhooks = setUpWebhooks();

async function ask(authorization?: string, search = "") {
  const { status, body } = await readiness({ authorization, search });
  return { status, json: JSON.parse(body) as { status: string; checks?: Record<string, Verdict> } };
}
const detailed = () => ask(`Bearer ${TOKEN}`);

describe("readiness", () => {
  test("is shown to everybody, its details only with the token", async () => {
    const checks = {
      database: { status: "ok", ageMs: expect.any(Number) },
      limiter: { status: "ok", kind: "process" },
      storage: { status: "ok", kind: "folder" },
      worker: { status: "ok", lagMs: 0 },
      mail: { status: "ok" },
      processes: { status: "ok", serving: 1 },
    };
    await eventually(async () =>
      expect(await detailed()).toMatchObject({ status: 200, json: { status: "ok", checks } }),
    );
    for (const authorization of [undefined, "", TOKEN, "Bearer wrong", `Bearer ${TOKEN} `]) {
      const { status, json } = await ask(authorization);
      expect({ status, fields: Object.keys(json) }).toEqual({ status: 200, fields: ["status"] });
    }
  });

  test("is degraded, and serves, while deliveries are overdue that nobody attempts", async () => {
    const { id } = await webhooks.oneDelivery();
    const { prisma } = database();
    await prisma.delivery.updateMany({ where: { id }, data: { nextAttemptAt: new Date(Date.now() - 120_000) } });
    await eventually(async () => {
      const { status, json } = await detailed();
      expect({ status, overall: json.status, worker: json.checks?.worker?.status }).toEqual({
        status: 200,
        overall: "degraded",
        worker: "degraded",
      });
      expect(json.checks?.worker?.lagMs).toBeGreaterThan(119_000);
    });
    await prisma.delivery.deleteMany({ where: { id } });
  });

  test("is degraded while a letter is late and none has been sent since", async () => {
    const { prisma } = database();
    const { actor } = await newPerson();
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    const letter = { userId: actor.id, kind: "verify-email", nextAttemptAt: ago(-60), createdAt: ago(20) };
    await prisma.letter.create({ data: { ...letter, id: "late" } });
    const mail = async () => (await detailed()).json.checks?.mail?.status;
    await eventually(async () => expect(await mail()).toBe("degraded"));
    await prisma.letter.create({ data: { ...letter, id: "sent", status: "sent", sentAt: ago(1) } });
    await eventually(async () => expect(await mail()).toBe("ok"));
  });

  test("is degraded without the database (503 with ?strict), and recovers; liveness checks nothing", async () => {
    await proxy.cut();
    await eventually(async () =>
      expect(await ask(undefined, "?strict")).toEqual({ status: 503, json: { status: "down" } }),
    );
    expect(await ask()).toEqual({ status: 200, json: { status: "degraded" } });
    expect((await liveness()).status).toBe(200);
    await proxy.restore();
    await eventually(async () => expect((await detailed()).json.checks?.database?.status).toBe("ok"));
  });

  test("an outage of the database is recorded as an incident when it is over", async () => {
    const recorder = new IncidentRecorder();
    const from = Date.now();
    await proxy.cut();
    await eventually(async () => {
      await recorder.run();
      expect((await detailed()).json.checks?.database?.status).toBe("down");
    });
    await recorder.run();
    // Only what is seen at two different times is an incident.
    for (const seenAt = Date.now(); Date.now() === seenAt;) await recorder.run();
    await recorder.run();
    const until = Date.now();
    await proxy.restore();
    const incident = await eventually(async () => {
      await recorder.run();
      return database().prisma.incident.findFirstOrThrow({ where: { part: "database", severity: "down" } });
    });
    expect(incident.startedAt.getTime()).toBeGreaterThanOrEqual(from);
    expect(incident.startedAt.getTime()).toBeLessThan(until);
  });

  test("is a 503 as soon as the process begins to stop", async () => {
    await runShutdownHooks();
    expect(await detailed()).toMatchObject({ status: 503, json: { status: "down", stopping: true } });
  });
});
