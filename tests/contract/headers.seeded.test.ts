import { beforeAll, describe, expect, test } from "vitest";
import { expectStandardHeaders } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { sampleOf } from "@/tests/support/random";
import { ask, CASES } from "./cases";
import { FIXTURES } from "./fixtures";

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

describe.each(sampleOf(CASES, "which headers a success has"))("$name", ({ name, operation }) => {
  test("has every header of a success", async () => {
    const answer = await ask(operation, await FIXTURES[name](account), { key: account.key });
    expect({ status: answer.status, body: answer.text }).toMatchObject({ status: operation.status });
    expectStandardHeaders(answer);
    expect(answer.headers.has("etag")).toBe(operation.method === "GET" || operation.version !== undefined);
    expect(answer.headers.get("cache-control")).toBe(operation.method === "GET" ? "private, no-cache" : "no-store");
    if (operation.status === 204) expect(answer.text).toBe("");
    else expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

const READS = CASES.filter(({ operation }) => operation.method === "GET");

describe.each(sampleOf(READS, "what HEAD and conditions are answered"))("$name", ({ name, operation }) => {
  test("answers HEAD like GET, without the body", async () => {
    const request = await FIXTURES[name](account);
    const get = await ask(operation, request, { key: account.key });
    const head = await ask(operation, request, { key: account.key, method: "HEAD" });
    expect(head).toMatchObject({ status: get.status, text: "" });
    expect(head.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expectStandardHeaders(head);
  });

  test("answers 304 to clients with the current version, and 200 to others", async () => {
    const own = await newAccount();
    const request = await FIXTURES[name](own);
    // A list that other tests add to may change in between, and is then read again.
    await eventually(async () => {
      const first = await ask(operation, request, { key: own.key });
      const etag = first.headers.get("etag") ?? "";
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask(operation, request, { key: own.key, headers: { "If-None-Match": held } });
        expect(again).toMatchObject({ status: 304, text: "" });
        expect(again.headers.get("etag")).toBe(etag);
        expectStandardHeaders(again);
      }
      expect((await ask(operation, request, { key: own.key, headers: { "If-None-Match": '"other"' } })).status).toBe(
        200,
      );
    });
  });
});
