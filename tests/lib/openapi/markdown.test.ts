import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { markdownPages } from "@/lib/openapi/markdown";

test("the Markdown of an operation has the bounds of its parameters", () => {
  const { events = "" } = markdownPages(openApiDocument("https://pegboard.example"), "https://pegboard.example");
  expect(events).toMatch(/^- `limit` \(query, optional, 1-50, .*20\): /m);
});
