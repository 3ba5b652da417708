import { describe, expect, test } from "vitest";
import { accountItems } from "@/components/shell/account-items";
import { BOTTOM_BAR, MORE, RAIL } from "@/components/shell/nav-items";

describe.each(["member", "visitor"] as const)("a %s on a phone", (reader) => {
  const inBar = BOTTOM_BAR[reader].map(({ href }) => href);
  const inSheet = MORE[reader].map(({ href }) => href);

  test("reaches every page of the rail by the bottom bar or the sheet", () => {
    const all = RAIL[reader].flat().map(({ href }) => href);
    expect([...inBar, ...inSheet]).toEqual(expect.arrayContaining(all));
    expect(new Set(inSheet).size).toBe(inSheet.length);
  });

  test("has five pages in the bottom bar", () => {
    expect(inBar).toHaveLength(5);
  });
});

test("a member finds rooms and duels in the sheet", () => {
  expect(MORE.member.map(({ label }) => label)).toEqual(expect.arrayContaining(["Rooms", "Duels"]));
});

test("moderation and administration are listed for staff alone", () => {
  const viewer = { id: "user_1", handle: "ada", name: "Ada", image: "", coins: 0, unread: 0 };
  const labels = (isModerator: boolean, isAdmin: boolean) =>
    accountItems({ ...viewer, isModerator, isAdmin }).map(({ label }) => label);
  expect(labels(false, false)).toEqual(["Profile", "Scheduled posts", "Settings", "Developer"]);
  expect(labels(true, false)).toEqual(["Profile", "Scheduled posts", "Settings", "Developer", "Moderation"]);
  expect(labels(true, true)).toEqual([
    "Profile",
    "Scheduled posts",
    "Settings",
    "Developer",
    "Moderation",
    "Administration",
  ]);
});
