import { describe, expect, test } from "vitest";
import { inWords, localBounds, localTime, tomorrowMorning } from "@/components/scheduled/moment";
import { isInBounds } from "@/lib/domain/writing/scheduled/rules";

const now = new Date(2026, 10, 29, 22, 15);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

describe("the moment of a scheduled post", () => {
  test("is the one that was chosen, in the browser's time zone", () => {
    for (const month of [0, 3, 6, 10]) {
      const chosen = new Date(2027, month, 4, 9, 5);
      expect(new Date(localTime(chosen))).toEqual(chosen);
    }
    expect(localTime(at(30, 9))).toBe("2026-11-30T09:00");
  });

  test("is said as people say it", () => {
    expect(inWords(at(29, 23, 30), now.getTime())).toBe("today at 23:30");
    expect(inWords(at(30, 9), now.getTime())).toBe("tomorrow at 09:00");
    expect(inWords(at(34, 9), now.getTime())).toBe("Friday at 09:00");
    expect(inWords(at(36, 9), now.getTime())).toMatch(/^on Sunday,? 6 December 2026 at 09:00$/);
  });

  test("is tomorrow at nine if nothing else is chosen, and within what the server allows", () => {
    expect(tomorrowMorning(now.getTime())).toBe("2026-11-30T09:00");
    for (const bound of Object.values(localBounds(now.getTime()))) expect(isInBounds(new Date(bound), now)).toBe(true);
  });
});
