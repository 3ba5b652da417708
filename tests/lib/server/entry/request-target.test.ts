import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRequestTarget } from "@/lib/server/entry/request-target";
import { RANDOM } from "@/tests/support/random";

test("normalizes equivalent spellings of a path", () => {
  for (const target of [
    "/api/v1/posts",
    "/api/v1/p%6fsts",
    "/%61%70i/v1/%70osts",
    "/api/v1/%70%6F%73%74%73",
    "http://any.example/api/v1/posts",
  ]) {
    expect(parseRequestTarget(target)).toEqual({ kind: "regular", path: "/api/v1/posts", search: "" });
  }
});

test("the Model Context Protocol has one path, however its address was copied", () => {
  expect(parseRequestTarget("/mcp/?write=true")).toEqual({ kind: "regular", path: "/mcp", search: "?write=true" });
});

test("keeps paths distinct that differ by a meaningful escape, and leaves the query unchanged", () => {
  expect(parseRequestTarget("/users/a%2Fb%3Fc%25?next=%2e%2e//x")).toEqual({
    kind: "regular",
    path: "/users/a%2Fb%3Fc%25",
    search: "?next=%2e%2e//x",
  });
});

test.each([
  ["/api/../login", "/login"],
  ["/api/%2e%2E/login", "/login"],
  ["/a/./b/../c/", "/a/c/"],
  ["//evil.example/x", "/evil.example/x"],
  ["/\\evil.example", "/evil.example"],
  ["/..//..\\..", "/"],
  ["/a/..", "/"],
])("%s is irregular, and resolves to %s", (target, path) => {
  expect(parseRequestTarget(target)).toMatchObject({ kind: "irregular", path });
});

test.each(["/%", "/%f", "/a%00", "/%ff", "/%C3%28", "/a#b", "/a\xff"])("%j is unreadable", (target) => {
  expect(parseRequestTarget(target)?.kind).toBe("unreadable");
});

test.each(["*", "", "nonsense", "http://[", "ftp://host/"])("%j is not a URL", (target) => {
  expect(parseRequestTarget(target)).toBeUndefined();
});

test("bytes that a client left unescaped are read as UTF-8", () => {
  expect(parseRequestTarget("/users/\xc3\xa9?q=\xc3\xa9")).toEqual({
    kind: "regular",
    path: "/users/%C3%A9",
    search: "?q=%C3%A9",
  });
});

test("any target yields a path with one leading slash and no dot segments, which parses to itself", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "%2e",
    "%2F",
    "%5c",
    "%",
    "%00",
    "%6f",
    "a",
    "api",
    "é",
    "?",
    "#",
    "http://h",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = parseRequestTarget(`/${pieces.join("")}`);
      if (!target || target.kind === "unreadable") return;
      expect(target.path).toMatch(/^\/(?![/\\])/);
      expect(target.path.split("/")).not.toContain("..");
      expect(parseRequestTarget(target.path)).toEqual({ kind: "regular", path: target.path, search: "" });
    }),
    { ...RANDOM, numRuns: 2000 },
  );
});
