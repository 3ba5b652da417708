import { describe, expect, test } from "vitest";
import type { Step } from "./acts";
import { routeOf } from "./routes";
import { chanceOf } from "./seeded";
import { shorten } from "./shorten";
import { labelOf } from "./view";
import type { Finding } from "./walk";

describe("routes", () => {
  test("a path belongs to the page that serves it, one without dynamic segments first", () => {
    expect(routeOf("/")).toBe("/");
    expect(routeOf("/posts/new")).toBe("/posts/new");
    expect(routeOf("/posts/post_1/likes")).toBe("/posts/[id]/likes");
    expect(routeOf("/api/posts")).toBeUndefined();
    expect(routeOf("/blog/rss.xml")).toBeUndefined();
  });
});

describe("seeds", () => {
  test("the same seed makes the same choices, another one others", () => {
    const choices = (seed: number) => {
      const chance = chanceOf(seed);
      return Array.from({ length: 50 }, () => chance.below(1_000));
    };
    expect(choices(7)).toEqual(choices(7));
    expect(choices(8)).not.toEqual(choices(7));
  });
});

describe("names of buttons", () => {
  test.each([
    ["Like, 12", "Like, 3"],
    ["Follow @ada_1", "Follow @grace"],
    ["Delete “A script”", "Delete “Another”"],
    ["Sent 3 min ago", "Sent now"],
  ])("“%s” and “%s” are the same button", (one, other) => {
    expect(labelOf(one)).toBe(labelOf(other));
  });

  test("buttons that say something else are others", () => {
    expect(labelOf("Like, 12")).not.toBe(labelOf("Liked, 12"));
  });
});

describe("a finding", () => {
  const opens = (path: string): Step => ({ act: { kind: "open", path } });
  const finding = (steps: Step[]): Finding => {
    return { property: "no 5xx", detail: "an answer", route: "/", role: "member", seed: 1, steps };
  };
  const has = (steps: Step[], ...paths: string[]) =>
    paths.every((path) => steps.some(({ act }) => act.kind === "open" && act.path === path));

  test("is repeated with the steps that it needs", async () => {
    const steps = ["/a", "/needed", "/b", "/c", "/last"].map(opens);
    const shortened = await shorten(finding(steps), async (fewer) => has(fewer, "/needed", "/last"));
    expect(shortened?.steps).toEqual([opens("/needed"), opens("/last")]);
  });

  test("that does not happen again is not shortened", async () => {
    expect(await shorten(finding([opens("/a"), opens("/b")]), async () => false)).toBeUndefined();
  });
});
