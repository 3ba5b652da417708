import { expect, test } from "vitest";
import { hrefWith } from "@/components/ui/href";

test("a URL contains only non-empty parameters, encoded, and no bare question mark", () => {
  expect(hrefWith("/search", { q: "a&b c", only: undefined, cursor: null })).toBe("/search?q=a%26b+c");
  expect(hrefWith("/search", { q: "" })).toBe("/search");
});
