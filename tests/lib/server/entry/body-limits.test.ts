import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { BODY_LIMITS, bodyLimitOf, hasBody, isRejectedAtEntry } from "@/lib/server/entry/body-limits";

/** The declarations, as text: loading them all requires a database. */
const SOURCES = ["v1", "session"].flatMap((area) =>
  fs.readdirSync(`lib/api/${area}`).map((file) => fs.readFileSync(`lib/api/${area}/${file}`, "utf8")),
);

test("every operation that accepts a file has the limit for files, and no other path does", () => {
  const declared = SOURCES.flatMap((text) =>
    [...text.matchAll(/"POST (\/api\/[^"]+)", \{(?:(?!peration\()[^])*?\bfile: \{/g)].map(([, path]) =>
      path!.replace(/\{\w+\}/, "x1"),
    ),
  );
  expect(declared).toContain("/api/v1/images");
  const paths = [...declared, ...declared.map((path) => path.replace("/api/v1/", "/api/"))];
  expect([...new Set(paths)].filter((path) => bodyLimitOf(path) !== BODY_LIMITS.upload)).toEqual([]);
  expect(bodyLimitOf("/api/v1/posts")).toBe(BODY_LIMITS.json);
  expect(bodyLimitOf("/api/v1/images/x")).toBe(BODY_LIMITS.json);
  expect(bodyLimitOf("/api/imports")).toBe(BODY_LIMITS.json);
  expect(bodyLimitOf("/mcp")).toBe(BODY_LIMITS.json);
  expect(bodyLimitOf("/mcp/more")).toBe(0);
});

describe("at the entry", () => {
  const request = (headers: Record<string, string>) => ({ headers });

  test("pages and files accept no body, announced or not", () => {
    for (const path of ["/", "/login", "/mark.svg", "/_next/static/x.js", "/api"]) {
      expect(isRejectedAtEntry(request({ "content-length": "1" }), path)).toBe(true);
      expect(isRejectedAtEntry(request({ "transfer-encoding": "chunked" }), path)).toBe(true);
      expect(isRejectedAtEntry(request({ "content-length": "0" }), path)).toBe(false);
      expect(isRejectedAtEntry(request({}), path)).toBe(false);
    }
  });

  test("bodies that a route rejects in its own format are left to it, and a scheduler's body is bounded here", () => {
    expect(isRejectedAtEntry(request({ "content-length": "10000000" }), "/api/v1/posts")).toBe(false);
    expect(isRejectedAtEntry(request({ "content-length": "10000000" }), "/api/inngest")).toBe(true);
    expect(isRejectedAtEntry(request({ "content-length": "1000000" }), "/api/inngest")).toBe(false);
    expect(hasBody(request({ "content-length": "0" }))).toBe(false);
  });
});
