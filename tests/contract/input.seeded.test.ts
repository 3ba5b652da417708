import { beforeAll, describe, expect, test } from "vitest";
import type { OperationName } from "@/lib/api/v1";
import { expectError, type Received, type Sending, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sampleOf } from "@/tests/support/random";
import { type Ask, ask, CASES, KEYED_CASES } from "./cases";
import { FIXTURES } from "./fixtures";

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

/** A valid request, for tests that break it: it is prepared once. */
function requestOf(name: OperationName): () => Ask {
  let request: Ask;
  beforeAll(async () => {
    request = await FIXTURES[name](account);
  });
  return () => request;
}

const WRITING = KEYED_CASES.filter(({ operation }) => operation.method !== "GET");

const WITH_JSON = WRITING.filter(({ operation }) => !operation.file);

describe.each(sampleOf(WITH_JSON, "which bodies are rejected"))("$name", ({ name, operation }) => {
  const good = requestOf(name);

  /** Sends the valid request with another body. */
  async function withBody(changes: Sending): Promise<Received> {
    const { params, query } = good();
    return ask(operation, { params, query }, { key: account.key, ...changes });
  }

  test("rejects an unknown field, and names it", async () => {
    const error = expectError(await withBody({ json: { ...good().body, surprise: 1 } }), 400, "invalid_request");
    expect(error.errors).toContainEqual({ param: "surprise", message: expect.stringContaining("surprise") });
  });

  test.each(['{"content":', "{]", "{'a':1}", "undefined", '{"a":1}{"b":2}', "\u0000"])(
    "rejects the malformed body %j",
    async (text) => {
      expectError(await withBody({ text }), 400, "invalid_request");
    },
  );

  test.each(["[]", '"text"', "1", "null", "true", "[[[[]]]]"])("rejects the non-object body %s", async (text) => {
    expectError(await withBody({ text }), 400, "invalid_request");
  });

  test("rejects endless nesting, and invalid UTF-8", async () => {
    expectError(await withBody({ text: `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}` }), 400, "invalid_request");
    expectError(await withBody({ text: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) }), 400, "invalid_request");
  });

  test("rejects a body of another content type, whatever it contains", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json"]) {
      expectError(await withBody({ text: "{}", headers: { "Content-Type": type } }), 415, "unsupported_media_type");
    }
  });

  test("rejects a body as too large before checking its type", async () => {
    const text = " ".repeat(256 * 1024 + 1);
    for (const type of ["text/plain", "application/json"]) {
      expectError(await withBody({ text, headers: { "Content-Type": type } }), 413, "payload_too_large");
    }
  });

  test("rejects names of built-in object properties", async () => {
    for (const field of ["__proto__", "constructor", "toString"]) {
      expectError(await withBody({ text: `{"${field}":{"a":1}}` }), 400, "invalid_request");
    }
  });
});

const WITH_FIELDS = WRITING.filter(({ operation }) => operation.body);

describe.each(sampleOf(WITH_FIELDS, "which values of fields are rejected"))("$name", ({ name, operation }) => {
  const good = requestOf(name);

  test.each(["\u0000", "a\u0000b", "\ud800", "\udfff", "x\ud83d"])(
    "rejects text that cannot be stored, %j, in every field",
    async (bad) => {
      const request = good();
      for (const [field, value] of Object.entries(request.body ?? {})) {
        const worse = Array.isArray(value) ? [bad] : typeof value === "string" ? value + bad : bad;
        const answer = await ask(
          operation,
          { ...request, body: { ...request.body, [field]: worse } },
          { key: account.key },
        );
        expect(expectError(answer, 400, "invalid_request").param).toMatch(new RegExp(`^${field}`));
      }
    },
  );

  test.each([null, 1, true, [], {}, "\ufffe".repeat(10)].map((value) => ({ value })))(
    "never fails at a field that is $value",
    async ({ value }) => {
      const request = await FIXTURES[name](account);
      for (const field of Object.keys(operation.body?.shape ?? {})) {
        const answer = await ask(
          operation,
          { ...request, body: { ...request.body, [field]: value } },
          { key: account.key },
        );
        expect(answer.status).toBeLessThan(500);
      }
    },
  );
});

const IDEMPOTENT = WRITING.filter(({ operation }) => operation.idempotent);

describe.each(sampleOf(IDEMPOTENT, "which keys are rejected"))("$name", ({ name, operation }) => {
  const good = requestOf(name);

  test.each(["x".repeat(256), "caf\u00e9", "a\tb", "", '""', "  "])("rejects the Idempotency-Key %j", async (key) => {
    const answer = await ask(operation, good(), {
      key: account.key,
      headers: { "Idempotency-Key": key },
    });
    expect(expectError(answer, 400, "invalid_request").param).toBe("Idempotency-Key");
  });
});

const WITH_QUERY = KEYED_CASES.filter(({ operation }) => operation.paginated || operation.query);

describe.each(sampleOf(WITH_QUERY, "which parameters are rejected"))("$name", ({ name, operation }) => {
  const parameters = [
    ...(operation.paginated ? ["limit", "cursor"] : []),
    ...Object.keys(operation.query?.shape ?? {}),
  ];

  const good = requestOf(name);

  test.each([...new Set(parameters)])(
    "rejects %s given twice, and as text that cannot be stored",
    async (parameter) => {
      const request = good();
      const twice = await ask(operation, request, {
        key: account.key,
        query: [
          [parameter, "1"],
          [parameter, "2"],
        ],
      });
      expect(expectError(twice, 400, "invalid_request").errors).toContainEqual({
        param: parameter,
        message: expect.any(String),
      });
      const nul = await ask(operation, request, {
        key: account.key,
        query: { ...request.query, [parameter]: "a\u0000b" },
      });
      const code = parameter === "cursor" ? "invalid_cursor" : "invalid_request";
      expect(expectError(nul, 400, code).param).toBe(parameter);
    },
  );
});

describe.each(sampleOf(CASES, "whether unknown parameters are ignored"))("$name", ({ name, operation }) => {
  test("ignores unknown query parameters", async () => {
    const request: Ask = await FIXTURES[name](account);
    const answer = await ask(
      operation,
      { ...request, query: { ...request.query, utm_source: "x", surprise: "\u0000" } },
      { key: account.key },
    );
    expect({ status: answer.status, body: answer.text }).toMatchObject({ status: operation.status });
  });
});

describe("several mistakes at once", () => {
  test("are all named in one response", async () => {
    const json = { content: "", audience: "EVERYBODY", media_ids: ["a", "b", "c", "d", "e"], surprise: true };
    const error = expectError(
      await send("/api/v1/posts", { method: "POST", key: account.key, json }),
      400,
      "invalid_request",
    );
    expect(error.errors?.map(({ param }) => param).toSorted()).toEqual(["audience", "media_ids", "surprise"]);
  });
});

describe("an impossible time", () => {
  test.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-02-30T00:00:00Z", "1969-12-31T23:59:59+23:59"])(
    "%s causes no server error",
    async (after) => {
      expect((await send("/api/v1/events", { key: account.key, query: { after } })).status).toBeLessThan(500);
    },
  );
});
