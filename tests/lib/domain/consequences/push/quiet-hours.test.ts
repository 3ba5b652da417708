import { expect, test } from "vitest";
import { endOfQuiet } from "@/lib/domain/consequences/push/rules";

const NIGHT = { from: 22, until: 7 };
const end = (now: string, hours = NIGHT, timeZone = "Europe/Berlin") =>
  endOfQuiet(new Date(now), hours, timeZone)?.toISOString();

test("quiet hours end at their hour of the person's day, also past midnight", () => {
  expect(end("2026-06-10T19:59:59Z")).toBeUndefined();
  expect(end("2026-06-10T20:00:00Z")).toBe("2026-06-11T05:00:00.000Z");
  expect(end("2026-06-11T04:59:59Z")).toBe("2026-06-11T05:00:00.000Z");
  expect(end("2026-06-11T05:00:00Z")).toBeUndefined();
  expect(end("2026-06-10T11:30:00Z", { from: 13, until: 15 })).toBe("2026-06-10T13:00:00.000Z");
});

test("the night in which summer time begins is an hour shorter, and that in which it ends an hour longer", () => {
  expect(end("2026-03-28T22:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
  expect(end("2026-10-24T21:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
});

test("an hour that a day leaves out ends quiet hours at the next one", () => {
  // At two o'clock it becomes three.
  expect(end("2026-03-29T00:30:00Z", { from: 0, until: 2 })).toBe("2026-03-29T01:00:00.000Z");
  expect(end("2026-03-29T01:30:00Z", { from: 2, until: 3 })).toBeUndefined();
});

test("quiet hours that an hour of summer time repeats last until its second end", () => {
  expect(end("2026-10-25T00:15:00Z", { from: 2, until: 3 })).toBe("2026-10-25T02:00:00.000Z");
});

test.each([
  ["Asia/Kathmandu", "2026-06-10T17:00:00Z", "2026-06-11T01:15:00.000Z"],
  ["Australia/Lord_Howe", "2026-06-10T12:00:00Z", "2026-06-10T20:30:00.000Z"],
  ["America/St_Johns", "2026-06-11T01:00:00Z", "2026-06-11T09:30:00.000Z"],
])("a zone such as %s whose hours begin at another minute has its own", (timeZone, now, expected) => {
  expect(end(now, NIGHT, timeZone)).toBe(expected);
});
