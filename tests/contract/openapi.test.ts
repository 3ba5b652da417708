import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { errorEnvelope } from "@/lib/openapi/document/error-envelope";
import { MISSING_EXAMPLE } from "@/lib/openapi/document/finish-document";
import { pageOf } from "@/lib/openapi/document/describe-operation";
import { EXAMPLE_MOMENT } from "@/lib/domain/writing/scheduled/schema";
import { send } from "@/tests/support/api";
import { breakingChanges } from "@/tests/support/breaking-changes";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { CASES } from "./cases";

const RECORDED = path.join(import.meta.dirname, "openapi.json");
const document = openApiDocument("https://pegboard.example");
/** With the same example of a moment ahead at all times. */
const text = `${JSON.stringify(document, null, 1).replaceAll(EXAMPLE_MOMENT, "2027-05-01T09:00:00.000Z")}\n`;

describe("the OpenAPI document", () => {
  test("is served to everybody, identically, with the version v1", async () => {
    const [first, second] = [await send("/api/v1/openapi.json"), await send("/api/v1/openapi.json", { key: "junk" })];
    expect(first).toMatchObject({
      status: 200,
      text: second.text,
      json: { openapi: "3.1.0", info: { version: "v1" } },
    });
    const { servers: _here, info: _info, ...served } = first.json as oas31.OpenAPIObject;
    expect(Object.keys(served.paths ?? {})).toEqual(Object.keys(document.paths ?? {}));
  });

  test("passes the recommended rules of Redocly", async () => {
    const file = path.join(temporaryFolder(), "openapi.json");
    writeFileSync(file, text);
    const redocly = promisify(execFile)(
      process.execPath,
      ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--format=json"],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    const { stdout } = await redocly.catch((failed: { stdout: string }) => failed);
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      totals: { errors: number };
      problems: unknown[];
    };
    expect(totals.errors, JSON.stringify(problems, null, 1)).toBe(0);
  });

  test("has examples that match its schemas, as other tools validate them", () => {
    const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
    ajv.addSchema(document, "document");
    const broken = [...examplesIn(document)].flatMap(({ pointer, example }) => {
      const keeps = ajv.compile({ $ref: `document#${pointer}` });
      return keeps(example) ? [] : [`${pointer}: ${ajv.errorsText(keeps.errors)}`];
    });
    expect(broken).toEqual([]);
  });

  test("contains no breaking change", () => {
    if (!existsSync(RECORDED)) return;
    const before = JSON.parse(readFileSync(RECORDED, "utf8")) as oas31.OpenAPIObject;
    expect(
      breakingChanges(before, document),
      "Clients written for tests/contract/openapi.json would break. Within v1 fields and operations are added, never taken away or changed: give the new thing a new name, or deprecate the old one for 12 months. If it was never released, record it with RECORD_OPENAPI=1 npm test -- --only contract openapi",
    ).toEqual(process.env.RECORD_OPENAPI ? expect.anything() : []);
  });

  test("equals the recorded one", () => {
    if (process.env.RECORD_OPENAPI) writeFileSync(RECORDED, text);
    const recorded = existsSync(RECORDED) ? readFileSync(RECORDED, "utf8") : "";
    expect(
      recorded === text,
      "The API changed without breaking anything. Record it with RECORD_OPENAPI=1 npm test -- --only contract openapi, and commit tests/contract/openapi.json",
    ).toBe(true);
  });

  test("has an example for every string that documentation shows", () => {
    const missing = [...strings(document)].filter(([, value]) => value === MISSING_EXAMPLE).map(([place]) => place);
    expect(
      missing.filter((place) => /\bexamples?\b/.test(place)),
      "Give these fields .meta({ example }) in lib/domain/*/schema.ts",
    ).toEqual([]);
  });
});

describe.each(CASES)("the examples of $name", ({ name, operation: declared }) => {
  const operation = Object.values(document.paths?.[declared.path] ?? {}).find(
    (other: oas31.OperationObject) => other.operationId === name,
  ) as oas31.OperationObject;

  test("match its schemas", () => {
    if (declared.body && !declared.file) {
      const { example } = (operation.requestBody as oas31.RequestBodyObject).content["application/json"] ?? {};
      expect(declared.body.safeParse(example).error?.issues).toBeUndefined();
    }
    const answer = operation.responses?.[declared.status] as oas31.ResponseObject;
    if (declared.returns) {
      const schema = declared.paginated ? pageOf(declared.returns) : declared.returns;
      expect(schema.safeParse(answer.content?.["application/json"]?.example).error?.issues).toBeUndefined();
    } else {
      expect(answer.content).toBeUndefined();
    }
  });

  test("show the response of every error", () => {
    for (const [status, response] of Object.entries<oas31.ReferenceObject>(operation.responses ?? {})) {
      if (!/^[45]/.test(status)) continue;
      const component = document.components?.responses?.[
        response.$ref.replace("#/components/responses/", "")
      ] as oas31.ResponseObject;
      const examples = Object.values(component.content?.["application/json"]?.examples ?? {}) as oas31.ExampleObject[];
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) errorEnvelope.parse(value);
    }
  });
});

/** Yields every example beside a schema (of a body or a parameter) or within one. */
function* examplesIn(value: unknown, pointer = ""): Generator<{ pointer: string; example: unknown }> {
  if (typeof value !== "object" || value === null || /\/examples?$/.test(pointer)) return;
  const { schema, example, examples, type } = value as {
    schema?: object;
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
    type?: unknown;
  };
  if (schema && example !== undefined) yield { pointer: `${pointer}/schema`, example };
  if (schema)
    for (const { value: shown } of Object.values(examples ?? {}))
      yield { pointer: `${pointer}/schema`, example: shown };
  if (type && example !== undefined) yield { pointer, example };
  for (const [key, inner] of Object.entries(value))
    yield* examplesIn(inner, `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
}

function* strings(value: unknown, place = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [place, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* strings(inner, `${place}/${key}`);
  }
}
