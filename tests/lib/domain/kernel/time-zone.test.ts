import { expect, test } from "vitest";
import { isTimeZone } from "@/lib/domain/kernel/time-zone";

test("a time zone is a name of IANA", () => {
  const named = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Etc/GMT+5", "EST5EDT"];
  expect(named.filter(isTimeZone)).toEqual(named);
  const runtimes = Intl.supportedValuesOf("timeZone");
  expect(runtimes.filter(isTimeZone)).toEqual(runtimes);
});

test("neither offsets, abbreviations nor other texts are time zones", () => {
  const others = ["", "Z", "+01:00", "IST", "PST", "Europe/Atlantis", "Europe/Berlin; --", "UTC[Europe/Berlin]", "\0"];
  expect(others.filter(isTimeZone)).toEqual([]);
});
