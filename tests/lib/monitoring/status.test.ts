import pg from "pg";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { recordSighting } from "@/lib/domain/deployment/incidents/commands";
import { createContext } from "@/lib/domain/kernel/context";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { type Part, PART_NAMES } from "@/lib/domain/deployment/incidents/rules";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { database } from "@/lib/infra/database/db";
import type { Verdicts } from "@/lib/monitoring/checks";
import { IncidentRecorder } from "@/lib/monitoring/incident-recorder";
import { readStatus, statusOfParts, statusReport } from "@/lib/monitoring/status";

const ROUND_MS = 20_000;

beforeEach(async () => void (await database().prisma.incident.deleteMany()));

/** A process that examines its parts every 20 seconds, of which the named one is in trouble. */
function examiner() {
  let troubled: { part: Part; status: "degraded" | "down" } | undefined;
  const recorder = new IncidentRecorder(async () => verdicts(troubled && { [troubled.part]: troubled.status }));
  return {
    run: () => recorder.run(),
    see: (part: Part, status: "degraded" | "down" = "down") => (troubled = { part, status }),
    recover: () => (troubled = undefined),
  };
}

const verdicts = (troubled: Partial<Record<Part, "degraded" | "down">> = {}) =>
  Object.fromEntries(
    PART_NAMES.map((part) => [part, { status: troubled[part] ?? "ok", detail: "ECONNREFUSED 10.1.2.3", ageMs: 0 }]),
  ) as Verdicts;

function startClock(): { pass: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => vi.setSystemTime(Date.now() + ms) };
}

const incidents = () => database().prisma.incident.findMany({ orderBy: { startedAt: "asc" } });

test("an incident begins and ends once, although two processes notice it at different times", async () => {
  const clock = startClock();
  const [one, other] = [examiner(), examiner()];
  const begin = Date.now();
  one.see("storage", "degraded");
  for (let round = 0; round < 6; round += 1) {
    if (round === 1) other.see("storage", "down");
    if (round === 4) one.recover();
    await Promise.all([one.run(), other.run()]);
    clock.pass(ROUND_MS);
  }
  other.recover();
  await Promise.all([one.run(), other.run()]);
  const [incident, ...more] = await incidents();
  expect(more).toEqual([]);
  expect(incident).toEqual({
    part: "storage",
    startedAt: new Date(begin),
    seenAt: new Date(begin + 5 * ROUND_MS),
    severity: "down",
  });
});

test("what returns within minutes is the same incident, later it is another", async () => {
  const clock = startClock();
  const one = examiner();
  for (const pauseMs of [4 * MINUTE_MS, 20 * MINUTE_MS, 0]) {
    one.see("limiter");
    for (let round = 0; round < 3; round += 1) {
      await one.run();
      clock.pass(ROUND_MS);
    }
    one.recover();
    await one.run();
    clock.pass(pauseMs);
  }
  expect(await incidents()).toHaveLength(2);
});

test("what only one round sees is no incident", async () => {
  const clock = startClock();
  const one = examiner();
  one.see("processes");
  await one.run();
  clock.pass(ROUND_MS);
  one.recover();
  await one.run();
  one.see("processes");
  await one.run();
  expect(await incidents()).toEqual([]);
});

test("deliveries and mail are unknown, not in trouble, while the database is away", () => {
  const parts = statusOfParts(verdicts({ database: "down", worker: "down", mail: "down" }));
  expect(parts).toContainEqual({ part: "worker", name: "Webhook deliveries", status: "unknown" });
  expect(parts).toContainEqual({ part: "database", name: "Database", status: "down" });
  expect(parts.filter(({ status }) => status === "down")).toHaveLength(1);
});

test("shows ongoing and past incidents, in words that reveal nothing of the deployment", async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  const at = (minutesAgo: number) => new Date(ctx.now.getTime() - minutesAgo * MINUTE_MS);
  await recordSighting(ctx, { part: "database", startedAt: at(90), seenAt: at(60), severity: "down" });
  await recordSighting(ctx, { part: "storage", startedAt: at(9), seenAt: at(0), severity: "degraded" });
  const clock = startClock();
  clock.pass(MINUTE_MS); // another test may have asked
  const { status, headers, body } = await statusReport();
  expect({ status, cache: headers["Cache-Control"] }).toEqual({ status: 200, cache: "no-store" });
  expect(JSON.parse(body)).toEqual({
    status: expect.stringMatching(/^(ok|degraded)$/),
    checkedAt: expect.any(String),
    parts: expect.arrayContaining([{ part: "database", name: "Database", status: expect.any(String) }]),
    incidents: [
      { part: "storage", name: "Images", severity: "degraded", startedAt: at(9).toISOString(), endedAt: null },
      {
        part: "database",
        name: "Database",
        severity: "down",
        startedAt: at(90).toISOString(),
        endedAt: at(60).toISOString(),
      },
    ],
  });
});

test("a flood costs no statement: whoever asks within some seconds gets the same answer", async () => {
  await readStatus();
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const answers = await Promise.all(Array.from({ length: 1000 }, () => readStatus()));
  expect(new Set(answers).size).toBe(1);
  expect(query).not.toHaveBeenCalled();
});

test("incidents are forgotten after 90 days", async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  for (const days of [89, 91]) {
    const at = new Date(ctx.now.getTime() - days * DAY_MS);
    await recordSighting(ctx, { part: "mail", startedAt: at, seenAt: at, severity: "degraded" });
  }
  await deleteExpired(ctx);
  expect(await incidents()).toHaveLength(1);
});
