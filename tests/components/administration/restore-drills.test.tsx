import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RestoreDrills } from "@/components/administration/restore-drills";
import { HOUR_MS } from "@/lib/domain/kernel/durations";

const hoursAgo = (hours: number) => new Date(Date.now() - (hours + 0.1) * HOUR_MS);
const nothing = { proven: null, failed: null, runningSince: null };
const proven = { provenAt: hoursAgo(7), tookMs: 83_000, backup: "2026-11-29", takenAt: hoursAgo(9) };
const failed = { startedAt: hoursAgo(2), backup: "2026-11-30", differences: ["Post: expected 3 rows, found 2"] };

const shown = (drills: Parameters<typeof RestoreDrills>[0]) =>
  renderToStaticMarkup(<RestoreDrills {...drills} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test.each([
  ["never", nothing, "No restore has been proven yet. npm run drill restores the newest backup"],
  ["proven", { ...nothing, proven }, "Last proven restore 7 h ago , 83 s Of the backup 2026-11-29 Data as of 9 h ago"],
  ["failed", { ...nothing, proven, failed }, "Failed Last drill, of 2026-11-30 2 h ago Post: expected 3 rows, found 2"],
  ["without a backup", { ...nothing, failed: { ...failed, backup: null } }, "Failed Last drill 2 h ago Post:"],
  ["running", { ...nothing, runningSince: hoursAgo(1) }, "A drill is running. It began 1 h ago"],
])("an admin reads how drills ended: %s", (_state, drills, text) => {
  expect(shown(drills)).toContain(text);
});

test("an admin sees the last proven restore beside a later failure", () => {
  expect(shown({ ...nothing, proven, failed })).toContain("Last proven restore 7 h ago");
});
