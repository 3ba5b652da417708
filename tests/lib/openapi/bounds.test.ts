import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { oas31 } from "zod-openapi";
import { openApiDocument, OPERATIONS } from "@/lib/openapi/document/openapi-document";

const document = openApiDocument("https://pegboard.example");
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "document", components: document.components });

/** Values that a bound decides about. */
const VALUES: unknown[] = [
  ...[0, 1, 2, 9, 20, 40, 70, 100, 150, 300, 1000, 3000, 30_000, 60_000, 150_000].map((length) => "a".repeat(length)),
  ...[-1, 0, 1, 1.5, 51, 101, 1e6, 1e12, null, true, {}],
  ...[0, 1, 2, 5, 9, 30, 101, 1001].map((length) => Array<string>(length).fill("a")),
];

/** Rules that a schema cannot state: they relate fields to each other, or describe a format of ours. */
const NOT_BOUNDS = ["posts.create content", "scheduled.create content", "me.markRead ids", "sandbox.issueKey networks"];

const isFine = ({ issues = [] }: Partial<z.ZodError>, field: string) => issues.every(({ path }) => path[0] !== field);

function disagreements(): string[] {
  return OPERATIONS.flatMap(({ id, operation: { method, path, body, file } }) => {
    if (!body || file) return [];
    const { requestBody } = document.paths![path]![method.toLowerCase() as "post"]!;
    const { schema, example } = (requestBody as oas31.RequestBodyObject).content["application/json"]!;
    const documented = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
    return Object.keys(body.shape)
      .filter((field) => !NOT_BOUNDS.includes(`${id} ${field}`))
      .flatMap((field) =>
        VALUES.flatMap((value) => {
          const sent = { ...(example as object), [field]: value };
          documented(sent);
          const accepts = isFine(body.safeParse(sent).error ?? {}, field);
          const says = (documented.errors ?? []).every(({ instancePath }) => instancePath.split("/")[1] !== field);
          return accepts === says ? [] : [`${id} ${field} ${JSON.stringify(value).slice(0, 20)}: accepted ${accepts}`];
        }),
      );
  });
}

test("the document states every bound of a body that the server enforces", () => {
  expect(disagreements(), "Give the schema .meta({ override }) with the bound").toEqual([]);
});
