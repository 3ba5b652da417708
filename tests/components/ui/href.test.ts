import { expect, test } from "vitest";
import { hrefWith } from "@/components/ui/href";

test("an address has the parameters that are not empty, encoded, and else no question mark", () => {
  expect(hrefWith("/search", { q: "a&b c", only: undefined, cursor: null })).toBe("/search?q=a%26b+c");
  expect(hrefWith("/search", { q: "" })).toBe("/search");
});
