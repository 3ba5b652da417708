import { expect, test } from "vitest";
import { plotOf } from "@/components/coins/balance-plot";

test("each figure is one step, the lowest at the bottom and the highest at the top", () => {
  expect(plotOf([10, 20, 15, 10])).toEqual({
    line: "M0 100H25V0H50V50H75V100H100",
    area: "M0 100H25V0H50V50H75V100H100V100H0Z",
    low: 10,
    high: 20,
  });
});

test("a constant balance is drawn in the middle", () => {
  expect(plotOf([7, 7]).line).toBe("M0 50H50V50H100");
});
