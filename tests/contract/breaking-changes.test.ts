import { describe, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { breakingChanges } from "@/tests/support/breaking-changes";

type Change = (document: Small) => void;

const small = {
  openapi: "3.1.0",
  info: { title: "Small", version: "v1" },
  paths: {
    "/things": {
      post: {
        operationId: "things.create",
        "x-required-scope": "write:things",
        parameters: [
          { in: "query", name: "limit", schema: { type: "integer", maximum: 50 } },
        ] as oas31.ParameterObject[],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { size: { type: "string", enum: ["S", "L"] } },
                required: [] as string[],
              },
            },
          },
        },
        responses: {
          201: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        properties: { id: { type: "string" as string | string[] }, tags: { type: "array", items: { type: "string" } } },
        required: ["id"],
      },
    },
  },
};
type Small = typeof small;

function changesAfter(change: Change): string[] {
  const after = structuredClone(small);
  change(after);
  return breakingChanges(small as oas31.OpenAPIObject, after as oas31.OpenAPIObject);
}

const operation = (document: Small) => document.paths["/things"].post;
const body = (document: Small) => operation(document).requestBody.content["application/json"].schema;
const thing = (document: Small) => document.components.schemas.Thing;

describe("a change breaks clients when", () => {
  const cases: [string, Change, RegExp][] = [
    ["an operation goes", (document) => Object.assign(document, { paths: {} }), /is gone/],
    ["an operation takes another name", (document) => (operation(document).operationId = "things.make"), /operationId/],
    ["it needs another scope", (document) => (operation(document)["x-required-scope"] = "admin"), /scope admin/],
    ["a parameter goes", (document) => (operation(document).parameters = []), /parameter limit is gone/],
    [
      "a parameter is suddenly needed",
      (document) => operation(document).parameters.push({ in: "query", name: "token", required: true, schema: {} }),
      /token became required/,
    ],
    [
      "a bound is drawn tighter",
      (document) => Object.assign(operation(document).parameters[0]?.schema ?? {}, { maximum: 10 }),
      /maximum fell/,
    ],
    ["a choice is no longer taken", (document) => (body(document).properties.size.enum = ["S"]), /no longer takes L/],
    [
      "a field of the body is suddenly needed",
      (document) => body(document).required.push("size"),
      /size became required/,
    ],
    [
      "a field of the answer goes",
      (document) => Object.assign(thing(document), { properties: { id: { type: "string" } } }),
      /tags is gone/,
    ],
    [
      "a field of the answer changes its type",
      (document) => (thing(document).properties.id.type = "integer"),
      /was string and is integer/,
    ],
    [
      "a field of the answer may be null",
      (document) => (thing(document).properties.id.type = ["string", "null"]),
      /string\|null/,
    ],
    ["a field of the answer may be missing", (document) => (thing(document).required = []), /no longer always there/],
    ["a list holds other things", (document) => (thing(document).properties.tags.items.type = "number"), /tags\[\]/],
    ["it no longer answers as it did", (document) => Object.assign(operation(document), { responses: {} }), /201/],
  ];
  test.each(cases)("%s", (_name, change, words) => {
    expect(changesAfter(change).join("\n")).toMatch(words);
  });
});

describe("a change breaks nobody when", () => {
  const cases: [string, Change][] = [
    ["nothing changes", () => {}],
    ["there is a new operation", (document) => Object.assign(document.paths, { "/more": { get: { responses: {} } } })],
    [
      "the answer has a new field",
      (document) => Object.assign(thing(document).properties, { more: { type: "string" } }),
    ],
    [
      "the body may have a new field",
      (document) => Object.assign(body(document).properties, { more: { type: "string" } }),
    ],
    [
      "a bound is drawn wider",
      (document) => Object.assign(operation(document).parameters[0]?.schema ?? {}, { maximum: 100 }),
    ],
    ["a field of the answer is now always there", (document) => thing(document).required.push("tags")],
  ];
  test.each(cases)("%s", (_name, change) => {
    expect(changesAfter(change)).toEqual([]);
  });
});
