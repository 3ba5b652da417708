import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isKey, newKey, visibleParts } from "@/lib/domain/kernel/credentials";

test("a secret is pb_live_, 30 random characters and a checksum of six", () => {
  const secret = newKey(randomBytes);
  expect(secret).toMatch(/^pb_live_[0-9A-Za-z]{36}$/);
  expect(isKey(secret)).toBe(true);
  expect(visibleParts(secret)).toEqual({ prefix: "pb_live_", suffix: secret.slice(-4) });
});

test("detects one wrong character anywhere without a query", () => {
  const secret = newKey(randomBytes);
  for (let at = 8; at < secret.length; at++) {
    const typo = secret.slice(0, at) + (secret[at] === "x" ? "y" : "x") + secret.slice(at + 1);
    expect(isKey(typo), typo).toBe(false);
  }
});

test.each(["", "pb_live_", "pb_live_é", "nonsense", "pb_test_".padEnd(44, "a")])("rejects %j as a key", (text) => {
  expect(isKey(text)).toBe(false);
});
