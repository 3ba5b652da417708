import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_IMAGE_BYTES } from "@/lib/domain/media/rules";
import { FORM_OVERHEAD_BYTES } from "@/lib/http/form";
import { MAX_JSON_BYTES } from "@/lib/http/json-body";
import { MAX_SIGN_IN_BYTES } from "@/lib/http/readable-request";
import { BODY_LIMITS, bodyLimitOf, hasBody, isRefusedAtEntry } from "@/scripts/body-limits.mjs";

test("the server counts as the routes do", () => {
  expect(BODY_LIMITS).toMatchObject({
    json: MAX_JSON_BYTES,
    signIn: MAX_SIGN_IN_BYTES,
    upload: MAX_IMAGE_BYTES + FORM_OVERHEAD_BYTES,
  });
});

/** Declarations, as text: to load them all takes a database. */
const SOURCES = ["v1", "in-app"].flatMap((area) =>
  fs.readdirSync(`lib/api/${area}`).map((file) => fs.readFileSync(`lib/api/${area}/${file}`, "utf8")),
);

test("every operation that takes a file may be sent one, and no other path", () => {
  const declared = SOURCES.flatMap((text) =>
    [...text.matchAll(/"POST (\/api\/[^"]+)", \{(?:(?!ndpoint\()[^])*?\bfile: \{/g)].map(([, path]) => path!),
  );
  expect(declared).toContain("/api/v1/images");
  const paths = [...declared, ...declared.map((path) => path.replace("/api/v1/", "/api/"))];
  expect([...new Set(paths)].filter((path) => bodyLimitOf(path) !== BODY_LIMITS.upload)).toEqual([]);
  expect(bodyLimitOf("/api/v1/posts")).toBe(BODY_LIMITS.json);
  expect(bodyLimitOf("/api/v1/images/x")).toBe(BODY_LIMITS.json);
});

describe("at the entry", () => {
  const request = (headers: Record<string, string>) => ({ headers });

  test("pages and files take no body, announced or not", () => {
    for (const path of ["/", "/login", "/mark.svg", "/_next/static/x.js", "/api"]) {
      expect(isRefusedAtEntry(request({ "content-length": "1" }), path)).toBe(true);
      expect(isRefusedAtEntry(request({ "transfer-encoding": "chunked" }), path)).toBe(true);
      expect(isRefusedAtEntry(request({ "content-length": "0" }), path)).toBe(false);
      expect(isRefusedAtEntry(request({}), path)).toBe(false);
    }
  });

  test("what a route refuses in its own shape is left to it, and a scheduler's body is bounded here", () => {
    expect(isRefusedAtEntry(request({ "content-length": "10000000" }), "/api/v1/posts")).toBe(false);
    expect(isRefusedAtEntry(request({ "content-length": "10000000" }), "/api/inngest")).toBe(true);
    expect(isRefusedAtEntry(request({ "content-length": "1000000" }), "/api/inngest")).toBe(false);
    expect(hasBody(request({ "content-length": "0" }))).toBe(false);
  });
});
