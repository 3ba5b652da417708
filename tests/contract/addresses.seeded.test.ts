import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "@/lib/http/response/errors";
import type { Method } from "@/lib/http/declaration";
import type { ApiOperation } from "@/lib/http/operation";
import { expectError, expectStandardHeaders, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sampleOf } from "@/tests/support/random";
import { type Ask, ask, CASES, KEYED_CASES, nowhere } from "./cases";
import { FIXTURES } from "./fixtures";

const METHODS: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const PATHS = [...new Set(CASES.map(({ operation }) => operation.path))];

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const NAMED = KEYED_CASES.filter(({ operation }) => operation.path.includes("{"));
const STRANGE = ["-1", "%", "..", "a b/c?d#e", "ünïcödé😀", "x".repeat(900), '\'; DROP TABLE "Post"; --'];
/** A tag that nobody has used yet is something (docs/contract.md#tags). */
const namesOf = ({ path }: ApiOperation) => (path.includes("{tag}") ? STRANGE : ["names_nothing", ...STRANGE]);

describe.each(sampleOf(NAMED, "what names nothing"))("$name", ({ name, operation }) => {
  const [status, code] = refusalOfNothing(operation);
  let good: Ask;
  beforeAll(async () => {
    good = await FIXTURES[name](account);
  });

  test.each(namesOf(operation))(`answers ${code} for the name %s`, async (value) => {
    const { body, file } = good;
    const params = Object.fromEntries(Object.keys(nowhere(operation)).map((param) => [param, value]));
    // The client itself resolves a path of only dots to another one.
    if (value !== "..") expectError(await ask(operation, { params, body, file }, { key: account.key }), status, code);
  });

  test("answers 404 for names that cannot be text", async () => {
    for (const raw of ["%00", "a%00b", "%ff", "%", "%C3%28"]) {
      const path = operation.path.replace(/\{\w+\}/g, raw);
      expectError(await send(path, { method: operation.method, key: account.key }), 404, "not_found");
    }
  });
});

describe.each(sampleOf(PATHS, "which methods are allowed").map((path) => ({ path })))("$path", ({ path }) => {
  const declared = CASES.filter(({ operation }) => operation.path === path).map(({ operation }) => operation.method);
  const allow = [...declared.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
  const address = path.replace(/\{\w+\}/g, "x");

  test("answers every other method with 405 and names the allowed ones", async () => {
    for (const method of METHODS.filter((method) => !declared.includes(method))) {
      for (const key of [undefined, account.key]) {
        const answer = await send(address, { method, key });
        expectError(answer, 405, "method_not_allowed");
        expect(answer.headers.get("allow")?.split(", ").sort()).toEqual([...allow].sort());
      }
    }
  });

  test("answers OPTIONS without a key, for a browser's preflight", async () => {
    const answer = await send(address, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expectStandardHeaders(answer);
    expect(answer.headers.get("allow")?.split(", ").sort()).toEqual([...allow].sort());
    expect(answer.headers.get("access-control-allow-methods")).toBe(answer.headers.get("allow"));
    expect(answer.headers.get("access-control-allow-headers")).toMatch(/Authorization.*X-API-Key.*Idempotency-Key/);
  });
});

describe("unknown addresses", () => {
  test.each(["/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1/posts/a/b/c", "/api/v1/me/nothing", "/api/v1/POSTS"])(
    "%s gets the error envelope, not a page",
    async (path) => {
      for (const method of METHODS) {
        for (const key of [undefined, account.key]) expectError(await send(path, { method, key }), 404, "not_found");
      }
      const head = await send(path, { method: "HEAD" });
      expect(head.status).toBe(404);
      expectStandardHeaders(head);
    },
  );
});

/** The error of an operation for a name that does not exist. A game is validated before it is looked up. */
function refusalOfNothing({ errors }: ApiOperation): [number, ErrorCode] {
  return errors?.includes("unknown_game") ? [400, "unknown_game"] : [404, "not_found"];
}
