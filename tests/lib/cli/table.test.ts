import { describe, expect, test } from "vitest";
import { table } from "@/lib/cli/output";

const page = {
  data: [{ id: "post_1", author: { handle: "ada", name: "Ada" }, content: "x".repeat(200) }, { id: "post_2" }],
};

describe("the table of a page", () => {
  test("has a column for each field, and people by their handles", () => {
    const [heading, first, second] = table(page, 80).split("\n");
    expect(heading).toMatch(/^ID +AUTHOR +CONTENT$/);
    expect(first).toMatch(/^post_1 +@ada +x+…$/);
    expect(second).toBe("post_2");
  });

  test.each([20, 80, 200])("is no wider than a terminal of %i columns", (width) => {
    expect(
      Math.max(
        ...table(page, width)
          .split("\n")
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(width);
  });

  test.each([undefined, 0])("is shown if the width of the terminal is %s", (width) => {
    expect(table(page, width)).toContain("@ada");
  });

  test("says that an empty page is empty", () => {
    expect(table({ data: [] }, 80)).toBe("Nothing here.\n");
  });
});

test("a resource is shown as a line for each field", () => {
  expect(table({ id: "post_1", metrics: { likes: 3, views: 9 }, media: [], editedAt: null }, 80)).toBe(
    "ID        post_1\nMETRICS   likes 3, views 9\nMEDIA\nEDITEDAT\n",
  );
});
