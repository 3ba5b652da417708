import { expect, test } from "vitest";
import { constraintsOf } from "@/lib/openapi/schemas";

test.each([
  [{ minLength: 1 }, ["at least 1 character"]],
  [{ minLength: 1, maxLength: 280 }, ["1-280 characters"]],
  [{ maxItems: 1 }, ["at most 1 entry"]],
  [{ minItems: 0, maxItems: 4 }, ["0-4 entries"]],
  [{ minimum: 1, maximum: 50, default: 20 }, ["1-50", "default 20"]],
  [{ minLength: 0, maximum: Number.MAX_SAFE_INTEGER }, []],
])("the bounds of %j are described as %j", (schema, words) => {
  expect(constraintsOf(schema)).toEqual(words);
});
