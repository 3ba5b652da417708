import { expect, test } from "vitest";
import { describeOperation } from "@/lib/openapi/document/describe-operation";
import { OPERATIONS } from "@/lib/openapi/document/openapi-document";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import type { Deprecation } from "@/lib/http/response/deprecation";
import { serve } from "@/lib/http/pipeline/serve";
import { useVariables } from "@/tests/support/variables";
import { callHandler, newCaller } from "./caller";
import { SMALL_BUDGETS, things } from "./things";

useVariables(SMALL_BUDGETS);

const deprecated = { since: "2026-12-01", sunset: "2027-12-01", instead: "Use `things.read`." } as const;
const leaving = { ...things.get, deprecated };

test("a deprecated operation says so in every response, in the OpenAPI document and on its page", async () => {
  const { key } = await newCaller();
  const handlers = serve(leaving);
  const answers = [await callHandler(handlers, "GET", { key }), await callHandler(handlers, "GET")];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  for (const { headers } of answers)
    expect(Object.fromEntries(headers)).toMatchObject({
      deprecation: "@1796083200",
      sunset: "Wed, 01 Dec 2027 00:00:00 GMT",
      link: '<http://localhost/docs/api#changes>; rel="deprecation"; type="text/html"',
    });
  const surroundings = { tag: "Things", pathParameters: {}, siteUrl: "http://localhost", failures: new Map() };
  const described = describeOperation({ id: "things.get", group: "things", operation: leaving }, surroundings);
  expect(described).toMatchObject({
    deprecated: true,
    description: expect.stringMatching(
      /^Deprecated since 1 December 2026, and served until 1 December 2027 at least. Use `things.read`.\n\n/,
    ),
    responses: { 200: { headers: { Sunset: { $ref: "#/components/headers/Sunset" } } } },
  });
});

test("other operations do not mention deprecation", async () => {
  const { headers } = await callHandler(serve(things.get), "GET", { key: (await newCaller()).key });
  expect([headers.get("deprecation"), headers.get("sunset"), headers.get("link")]).toEqual([null, null, null]);
});

const NOTICE_DAYS = 365;

const hasNotice = ({ since, sunset }: Deprecation) => Date.parse(sunset) - Date.parse(since) >= NOTICE_DAYS * DAY_MS;

test("no operation is removed within a year of its deprecation", () => {
  const hasty: Deprecation = { ...deprecated, sunset: "2027-11-30" };
  expect([hasNotice(deprecated), hasNotice(hasty)]).toEqual([true, false]);
  const tooSoon = OPERATIONS.filter(({ operation }) => operation.deprecated && !hasNotice(operation.deprecated));
  expect(tooSoon.map(({ id }) => id)).toEqual([]);
});
