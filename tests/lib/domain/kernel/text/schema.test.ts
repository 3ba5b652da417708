import { describe, expect, test } from "vitest";
import { markdown, text } from "@/lib/domain/kernel/text/schema";

test("text is trimmed, and its length counts code points", () => {
  const title = text("A title", { min: 1, max: 3 });
  expect(title.parse(" 😀😀😀 ")).toBe("😀😀😀");
  for (const bad of ["", "   ", "😀😀😀😀"])
    expect(title.safeParse(bad).error?.issues[0]?.message).toBe("A title has 1-3 characters");
});

describe("Markdown", () => {
  const readme = markdown("A readme", { min: 1, max: 20_000 });

  test.each([">", "> ", "- > ", "1. ", "1) > + ", "\t> "])("of %j repeated is rejected", (marker) => {
    expect(readme.safeParse(`Title\n\n${marker.repeat(4_000)}x`).success).toBe(false);
  });

  test.each([
    "- ".repeat(4) + "x",
    "> > quoted twice",
    "1. one\n2. two\n   - three",
    "**bold** " + "*".repeat(200),
    "--- - -",
    ">".repeat(12) + " deep",
  ])("accepts what people write: %j", (value) => {
    expect(readme.safeParse(value).success).toBe(true);
  });
});
