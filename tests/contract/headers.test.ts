import { beforeAll, describe, expect, test, vi } from "vitest";
import { expectWalkHeaders } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { ask, CASES } from "./fixture";
import { FIXTURES } from "./fixtures";

const MOVES_ON = { timeout: 20_000, interval: 20 };

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

describe.each(CASES)("$name", ({ name, endpoint }) => {
  test("carries every header of a success", async () => {
    const answer = await ask(endpoint, await FIXTURES[name](account), { key: account.key });
    expect({ status: answer.status, body: answer.text }).toMatchObject({ status: endpoint.status });
    expectWalkHeaders(answer);
    expect(answer.headers.has("etag")).toBe(endpoint.method === "GET");
    expect(answer.headers.get("cache-control")).toBe(cacheControl());
    if (endpoint.status === 204) expect(answer.text).toBe("");
    else expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  function cacheControl() {
    if (endpoint.method !== "GET") return "no-store";
    return endpoint.scope === null ? "public, max-age=300" : "private, no-cache";
  }
});

describe.each(CASES.filter(({ endpoint }) => endpoint.method === "GET"))("$name", ({ name, endpoint }) => {
  test("answers HEAD as GET, without the body", async () => {
    const request = await FIXTURES[name](account);
    const get = await ask(endpoint, request, { key: account.key });
    const head = await ask(endpoint, request, { key: account.key, method: "HEAD" });
    expect(head).toMatchObject({ status: get.status, text: "" });
    expect(head.headers.get("etag")).toMatch(/^"[\w-]+"$/);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expectWalkHeaders(head);
  });

  test("answers 304 to who has the current answer, and 200 to who has not", async () => {
    const own = await newAccount();
    const request = await FIXTURES[name](own);
    // A list that others add to may move on in the middle, and is then asked anew.
    await vi.waitFor(async () => {
      const first = await ask(endpoint, request, { key: own.key });
      const etag = first.headers.get("etag") ?? "";
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask(endpoint, request, { key: own.key, headers: { "If-None-Match": held } });
        expect(again).toMatchObject({ status: 304, text: "" });
        expect(again.headers.get("etag")).toBe(etag);
        expectWalkHeaders(again);
      }
      expect((await ask(endpoint, request, { key: own.key, headers: { "If-None-Match": '"other"' } })).status).toBe(
        200,
      );
    }, MOVES_ON);
  });
});
