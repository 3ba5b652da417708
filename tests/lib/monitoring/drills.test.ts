import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { beginDrill, endDrill } from "@/lib/domain/deployment/drills/commands";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { database } from "@/lib/infra/database/db";
import { readiness } from "@/lib/monitoring/checks";
import { scrape } from "@/lib/monitoring/metrics";
import { platformContext } from "@/lib/queue/platform";
import { useVariables } from "@/tests/support/variables";

const TOKEN = "a token of the tests alone";
useVariables({ HEALTH_TOKEN: TOKEN, METRICS_TOKEN: TOKEN });

/** Of each test: past, and later than the one before, whose figures are kept for a while. */
let night = Date.parse("2026-11-01T03:30:00Z");
const backup = { name: "2026-11-29", takenAt: new Date("2026-11-01T02:00:00Z") };

beforeEach(async () => {
  await database().prisma.restoreDrill.deleteMany();
  vi.useFakeTimers({ toFake: ["Date"], now: (night += DAY_MS) });
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function drill(differences: string[]): Promise<void> {
  const id = await beginDrill(platformContext());
  pass(83_000);
  await endDrill(platformContext(), id, { backup, differences });
}

/** What is known a while later, when what was read before is not reused any more. */
async function known(laterMs: number) {
  pass(laterMs);
  const authorization = `Bearer ${TOKEN}`;
  const { status, body } = await readiness({ authorization });
  const { body: text } = await scrape({ authorization });
  const figures = [...text.matchAll(/^pegboard_restore_(\w+) (.+)$/gm)].map(([, name, value]) => [name, Number(value)]);
  return {
    status,
    restore: (JSON.parse(body) as { restore: object }).restore,
    figures: Object.fromEntries(figures) as object,
  };
}

test("health and metrics know of no restore before the first drill", async () => {
  expect(await known(HOUR_MS)).toEqual({ status: 200, restore: { status: "never" }, figures: {} });
});

test("health and metrics show the last proven restore, and how long ago it was", async () => {
  await drill([]);
  expect(await known(7 * HOUR_MS)).toEqual({
    status: 200,
    restore: {
      status: "proven",
      proven: { at: "2026-11-03T03:31:23.000Z", seconds: 83, backupTakenAt: "2026-11-01T02:00:00.000Z" },
    },
    figures: {
      drill_success: 1,
      proven_age_seconds: 7 * 3600,
      proven_duration_seconds: 83,
      proven_backup_age_seconds: 2 * 86_400 + 8.5 * 3600 + 83,
    },
  });
});

test("health and metrics show a failure, which takes no instance out of service", async () => {
  await drill(["LedgerEntry: expected 52 coins, found 51", "another"]);
  expect(await known(MINUTE_MS)).toEqual({
    status: 200,
    restore: { status: "failed", detail: "LedgerEntry: expected 52 coins, found 51" },
    figures: { drill_success: 0 },
  });
});

test("only those with the token see it", async () => {
  await drill([]);
  pass(HOUR_MS);
  const { body } = await readiness();
  expect(Object.keys(JSON.parse(body) as object)).toEqual(["status"]);
});
