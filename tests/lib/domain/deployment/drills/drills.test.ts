import { beforeEach, describe, expect, test } from "vitest";
import { beginDrill, endDrill, forgetDrill } from "@/lib/domain/deployment/drills/commands";
import { isDrillDue, readDrills } from "@/lib/domain/deployment/drills/queries";
import {
  BEGIN_WITHIN_MS,
  KEPT_DRILLS,
  lastDueAt,
  MAX_ATTEMPTS,
  MAX_DIFFERENCE_LENGTH,
  MAX_DIFFERENCES,
  MAX_DRILL_MS,
} from "@/lib/domain/deployment/drills/rules";
import { createContext } from "@/lib/domain/kernel/context";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";

const NIGHT = new Date("2026-11-29T03:30:00Z");
const AT = { hours: 3, minutes: 30 };
const backup = { name: "2026-11-29", takenAt: new Date("2026-11-29T02:00:00Z") };
const drills = () => database().prisma.restoreDrill;

const after = (ms: number) => createContext({ actor: null, channel: "session", now: new Date(NIGHT.getTime() + ms) });

async function drill(startedMs: number, differences: string[], found: typeof backup | null = backup): Promise<void> {
  const id = await beginDrill(after(startedMs));
  await endDrill(after(startedMs + 83_000), id, { backup: found, differences });
}

beforeEach(async () => void (await drills().deleteMany()));

describe("what is known of drills", () => {
  test("is nothing before the first one", async () => {
    expect(await readDrills(after(0))).toEqual({ proven: null, failed: null, runningSince: null });
  });

  test("is the last proven restore, how long it took, and what moment it shows", async () => {
    await drill(0, []);
    expect(await readDrills(after(DAY_MS))).toEqual({
      proven: { provenAt: after(83_000).now, tookMs: 83_000, backup: backup.name, takenAt: backup.takenAt },
      failed: null,
      runningSince: null,
    });
  });

  test("is a failure beside the last proven restore, until one is proven again", async () => {
    await drill(0, []);
    await drill(MINUTE_MS, ["Profile: expected 354 coins, found 355"]);
    await drill(2 * MINUTE_MS, ["There is no backup."], null);
    const { proven, failed } = await readDrills(after(DAY_MS));
    expect(proven).toMatchObject({ provenAt: after(83_000).now });
    expect(failed).toEqual({ startedAt: after(2 * MINUTE_MS).now, backup: null, differences: ["There is no backup."] });
    await drill(3 * MINUTE_MS, []);
    expect((await readDrills(after(DAY_MS))).failed).toBeNull();
  });

  test("is one that runs, which counts as failed once it must have been killed", async () => {
    await drill(0, []);
    const id = await beginDrill(after(DAY_MS));
    expect(await readDrills(after(DAY_MS + MINUTE_MS))).toMatchObject({
      proven: { backup: backup.name },
      failed: null,
      runningSince: after(DAY_MS).now,
    });
    expect(await readDrills(after(DAY_MS + MAX_DRILL_MS + 1))).toMatchObject({
      failed: { differences: [expect.stringContaining("killed")] },
      runningSince: null,
    });
    await forgetDrill(after(DAY_MS), id);
    expect(await readDrills(after(2 * DAY_MS))).toMatchObject({ failed: null, runningSince: null });
  });

  test("is bounded: the newest drills, the last proven one, and some lines of what differs", async () => {
    await drill(0, []);
    const { id: proven } = await drills().findFirstOrThrow();
    await drills().createMany({
      data: Array.from({ length: KEPT_DRILLS + 5 }, (_, n) => ({
        id: `drill_${n}`,
        status: "failed" as const,
        startedAt: after((n + 1) * MINUTE_MS).now,
        finishedAt: after((n + 1) * MINUTE_MS).now,
      })),
    });
    await drill(DAY_MS, Array<string>(MAX_DIFFERENCES + 3).fill("x".repeat(2 * MAX_DIFFERENCE_LENGTH)));
    expect(await drills().count()).toBe(KEPT_DRILLS + 1);
    expect(await drills().findUnique({ where: { id: proven } })).not.toBeNull();
    const { differences } = (await readDrills(after(DAY_MS + MINUTE_MS))).failed!;
    expect(differences).toHaveLength(MAX_DIFFERENCES + 1);
    expect(differences[0]).toHaveLength(MAX_DIFFERENCE_LENGTH);
    expect(differences.at(-1)).toBe("and 3 more");
  });
});

describe("a daily drill", () => {
  test("is due from its time of day on, for some hours", async () => {
    expect(lastDueAt(AT, after(0).now)).toEqual(NIGHT);
    expect(lastDueAt(AT, after(-1).now)).toEqual(after(-DAY_MS).now);
    expect(await isDrillDue(after(-1), AT)).toBe(false);
    expect(await isDrillDue(after(0), AT)).toBe(true);
    expect(await isDrillDue(after(BEGIN_WITHIN_MS), AT)).toBe(true);
    expect(await isDrillDue(after(BEGIN_WITHIN_MS + 1), AT)).toBe(false);
  });

  test("is not due again once it has ended, until the next day, whatever it found", async () => {
    for (const differences of [[], ["Post has 2 rows in its file, and 3 by the manifest."]]) {
      await drills().deleteMany();
      await drill(0, differences);
      expect(await isDrillDue(after(MINUTE_MS * 2), AT)).toBe(false);
      expect(await isDrillDue(after(DAY_MS), AT)).toBe(true);
    }
  });

  test("is begun again if it was killed, a few times", async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      expect(await isDrillDue(after(attempt * MINUTE_MS), AT)).toBe(true);
      await beginDrill(after(attempt * MINUTE_MS));
    }
    expect(await isDrillDue(after(MINUTE_MS * 10), AT)).toBe(false);
  });
});
