import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf } from "@/lib/openapi/operations";
import { CONFIRM, FROM_CHARACTER, IDEMPOTENCY_KEY, operationNamed, toolsOf } from "@/lib/openapi/tools";

const document = openApiDocument("https://pegboard.example");
const tools = toolsOf(document);
const byDefault = tools.filter(({ toolset }) => toolset === "default");

test("only operations that act on others, need a screen, take a file or return a secret are no tools", () => {
  const named = new Set<string>(tools.map(({ operation }) => operation));
  const left = operationsOf(document).map(({ id }) => id);
  expect(left.filter((id) => !named.has(id)).toSorted()).toEqual([
    "images.upload",
    "me.setAvatar",
    "meta.openapi",
    "rooms.noteTyping",
    "rooms.remove",
    "sandbox.issueKey",
    "sandbox.make",
    "webhooks.create",
    "webhooks.rotateSecret",
  ]);
});

test("no tool sends a file, or returns a secret to a model", () => {
  const strays = tools.filter(({ operation }) => operationNamed(operation).file || operationNamed(operation).secret);
  expect(strays).toEqual([]);
});

test("the default tools are few and short enough for every conversation", () => {
  expect(byDefault.length).toBeLessThanOrEqual(25);
  expect(JSON.stringify(byDefault.map(({ listed }) => listed)).length).toBeLessThan(18_000);
});

test("no description mentions headers, which a model cannot send", () => {
  const strays = tools.filter(({ listed }) => /ETag|If-Match|Idempotency-Key|header/i.test(JSON.stringify(listed)));
  expect(strays.map(({ operation }) => operation)).toEqual([]);
});

test("names are valid for every host, and unique", () => {
  const names = tools.map(({ listed }) => listed.name);
  expect(names.filter((name) => !/^[a-z][a-z_]{2,63}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("every schema is self-contained, and has the fields of its operation but images, which no tool uploads", () => {
  const ajv = addFormats(new Ajv2020({ allErrors: true, strictTypes: false }));
  for (const { listed, operation } of tools) {
    const { inputSchema } = listed;
    expect(() => ajv.compile(inputSchema), listed.name).not.toThrow();
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
    const { path, query, body, paginated } = operationNamed(operation);
    const fields = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      ...Object.keys(query?.shape ?? {}),
      ...Object.keys(body?.shape ?? {}).filter((name) => name !== "media_ids"),
      ...(paginated ? ["limit", "cursor"] : []),
    ];
    const extra = [CONFIRM, FROM_CHARACTER, IDEMPOTENCY_KEY];
    expect(
      Object.keys(inputSchema.properties)
        .filter((name) => !extra.includes(name))
        .toSorted(),
      listed.name,
    ).toEqual(fields.toSorted());
    expect(inputSchema.required.filter((name) => !(name in inputSchema.properties))).toEqual([]);
  }
});

test("an act that cannot be undone requires confirmation, and is marked for hosts", () => {
  const final = tools.filter(({ isFinal }) => isFinal);
  expect(final.map(({ operation }) => operation).toSorted()).toEqual(
    operationsOf(document)
      .filter(({ method, response }) => method === "DELETE" && response.status === 204)
      .map(({ id }) => id)
      .toSorted(),
  );
  for (const { listed } of final) {
    expect(listed.inputSchema.required).toContain(CONFIRM);
    expect(listed.inputSchema.properties[CONFIRM]).toMatchObject({ const: true });
    expect(listed.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  }
  const described = tools.filter(({ listed }) => listed.description.includes("cannot be undone"));
  expect(described.filter(({ isFinal }) => !isFinal)).toEqual([]);
});
