import { expect, test } from "vitest";
import { isTimeZone } from "@/lib/domain/kernel/time-zone";

test("a time zone is a name of IANA", () => {
  expect(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu"].filter(isTimeZone)).toHaveLength(
    4,
  );
  expect(["", "+01:00", "Europe/Atlantis", "Europe/Berlin; --", "\0"].filter(isTimeZone)).toEqual([]);
});
