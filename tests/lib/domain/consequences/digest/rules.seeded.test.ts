import fc from "fast-check";
import { expect, test } from "vitest";
import { nextDigestAt } from "@/lib/domain/consequences/digest/rules";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { attempts, RANDOM } from "@/tests/support/random";

const next = (hour: number, timeZone: string, now: string, lastAt: string | null = null) =>
  nextDigestAt({ hour, timeZone, now: new Date(now), lastAt: lastAt === null ? null : new Date(lastAt) }).toISOString();

test("a digest is due at its hour, by the clock of its reader", () => {
  expect(next(8, "UTC", "2026-11-29T07:59:59.999Z")).toBe("2026-11-29T08:00:00.000Z");
  expect(next(8, "UTC", "2026-11-29T08:00:00.000Z")).toBe("2026-11-30T08:00:00.000Z");
  expect(next(8, "Europe/Berlin", "2026-11-29T06:00:00.000Z")).toBe("2026-11-29T07:00:00.000Z");
  expect(next(0, "Asia/Kathmandu", "2026-11-29T12:00:00.000Z")).toBe("2026-11-29T18:15:00.000Z");
  expect(next(23, "Pacific/Kiritimati", "2026-11-29T12:00:00.000Z")).toBe("2026-11-30T09:00:00.000Z");
});

test("a change of the clocks moves it with the clock, and neither drops nor repeats it", () => {
  // Berlin goes from 2:00 to 3:00 on 28 March 2027, and from 3:00 to 2:00 on 31 October 2027.
  expect(next(2, "Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-27T01:00:00Z")).toBe("2027-03-28T01:00:00.000Z");
  expect(next(8, "Europe/Berlin", "2027-03-27T08:00:00Z", "2027-03-27T07:00:00Z")).toBe("2027-03-28T06:00:00.000Z");
  expect(next(2, "Europe/Berlin", "2027-10-30T12:00:00Z", "2027-10-30T00:00:00Z")).toBe("2027-10-31T00:00:00.000Z");
  expect(next(2, "Europe/Berlin", "2027-10-31T00:30:00Z", "2027-10-31T00:00:00Z")).toBe("2027-11-01T01:00:00.000Z");
});

test("another hour makes it no second one on a day, nor soon after the last", () => {
  expect(next(9, "UTC", "2026-11-29T08:30:00Z", "2026-11-29T08:00:00Z")).toBe("2026-11-30T09:00:00.000Z");
  expect(next(22, "UTC", "2026-11-29T08:30:00Z", "2026-11-29T00:00:00Z")).toBe("2026-11-30T22:00:00.000Z");
  expect(next(0, "UTC", "2026-11-29T23:30:00Z", "2026-11-29T23:00:00Z")).toBe("2026-12-01T00:00:00.000Z");
});

test("whatever the zone, hour and moment, it comes once a day of the reader, at that hour or after a gap", () => {
  const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo"];
  const minute = fc.integer({ min: Date.UTC(2020, 0) / MINUTE_MS, max: Date.UTC(2035, 0) / MINUTE_MS });
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.nat(23), minute, (timeZone, hour, at) => {
      const clock = new Intl.DateTimeFormat("en-CA", {
        timeZone,
        dateStyle: "short",
        timeStyle: "short",
        hour12: false,
      });
      const days = new Set<string>();
      let last = nextDigestAt({ hour, timeZone, now: new Date(at * MINUTE_MS), lastAt: null });
      for (let sent = 0; sent < 5; sent += 1) {
        const [day, time] = clock.format(last).split(", ");
        expect(days).not.toContain(day);
        days.add(day!);
        // A gap begins within the hour, and is of half an hour or an hour.
        expect((Number.parseInt(time!, 10) - hour + 24) % 24).toBeLessThanOrEqual(1);
        const after = nextDigestAt({ hour, timeZone, now: last, lastAt: last });
        expect(after.getTime() - last.getTime()).toBeGreaterThanOrEqual(22 * HOUR_MS);
        expect(after.getTime() - last.getTime()).toBeLessThanOrEqual(26 * HOUR_MS);
        last = after;
      }
    }),
    { ...RANDOM, numRuns: attempts({ few: 200, many: 5000 }) },
  );
});
