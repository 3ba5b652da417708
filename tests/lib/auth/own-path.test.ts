import { expect, test } from "vitest";
import { ownPath } from "@/lib/auth/own-path";

test("continues to a path of this site, with its query and fragment", () => {
  expect(ownPath("/coins")).toBe("/coins");
  expect(ownPath("/coins/history?show=drops#top")).toBe("/coins/history?show=drops#top");
});

test.each([
  undefined,
  "",
  "coins",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "\\\\evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/coins/../..//evil.example",
  "/%2e%2E//evil.example",
])("sends %j to the front page", (callbackURL) => {
  expect(ownPath(callbackURL)).toBe("/");
});

test("ignores a repeated callback URL", () => {
  expect(ownPath(["/coins", "https://evil.example"])).toBe("/");
});
