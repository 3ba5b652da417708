import { expect, test } from "vitest";
import { search } from "@/components/api-docs/search";
import { searchIndexOf } from "@/components/api-docs/search-index";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { referenceOf } from "@/lib/openapi/reference-data";

const index = searchIndexOf(referenceOf(openApiDocument("https://pegboard.example")));
const found = (query: string) => search(index, query).flatMap(({ entries }) => entries.map(({ label }) => label));

test.each([
  ["webhook signature", "Verifying signatures"],
  ["verifying a webhook", "Verifying signatures"],
  ["retry", "Safe retries"],
  ["retries", "Safe retries"],
  ["pagination cursor", "Pagination"],
  ["nextCursor", "Pagination"],
  ["delete account", "Your account"],
  ["create api key", "Your API keys"],
  ["rate limit", "rate_limited"],
  ["429", "rate_limited"],
  ["404", "not_found"],
  ["oauth", "Acting for other people"],
  ["mcp", "Language models"],
  ["sdk", "Clients"],
  ["etag", "Clients"],
  ["repoUrl", "Build"],
  ["editedAt", "Post"],
  ["followed you", "incoming.follow"],
  ["upload image", "/images"],
  ["delete a post", "/posts/{id}"],
  ["request id", "/requests/{id}"],
  ["test mode", "The sandbox"],
])("the search of the reference finds, for %o, %s", (query, label) => {
  expect(found(query)).toContain(label);
});

test("the search of the reference shows operations and guides before, and nothing for what there is not", () => {
  expect(found("")).toEqual(expect.arrayContaining(["/feed", "Pagination"]));
  expect(found("")).not.toContain("rate_limited");
  expect(found("zeppelin")).toEqual([]);
});
