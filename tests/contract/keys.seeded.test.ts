import { beforeAll, describe, expect, test } from "vitest";
import { SCOPE_NAMES, type Scope } from "@/lib/domain/accounts/keys/scopes";
import { expectError, expectStandardHeaders, send } from "@/tests/support/api";
import { type Account, keyThatIs, newAccount } from "@/tests/support/api-accounts";
import { sampleOf } from "@/tests/support/random";
import { ask, CASES, KEYED_CASES, nowhere } from "./cases";
import { FIXTURES } from "./fixtures";

let account: Account;
let expired: string;
let revoked: string;

beforeAll(async () => {
  account = await newAccount();
  [expired, revoked] = await Promise.all([keyThatIs("expired", account), keyThatIs("revoked", account)]);
});

describe.each(sampleOf(KEYED_CASES, "which keys are accepted"))("$name", ({ name, operation }) => {
  const refused = { params: nowhere(operation) };

  test("is rejected without a key", async () => {
    const answer = await ask(operation, refused);
    expectError(answer, 401, "missing_key");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test.each(["junk", "pb_live_short", `pb_live_${"0".repeat(36)}`])("is rejected with the key %s", async (key) => {
    expectError(await ask(operation, refused, { key }), 401, "invalid_key");
  });

  test("is rejected with an expired and with a revoked key", async () => {
    expectError(await ask(operation, refused, { key: expired }), 401, "key_expired");
    expectError(await ask(operation, refused, { key: revoked }), 401, "key_revoked");
  });

  test("is rejected with every scope except its own, which the message names", async () => {
    const own = await newAccount();
    const key = await own.keyWith(SCOPE_NAMES.filter((scope) => scope !== operation.scope));
    const { message } = expectError(await ask(operation, refused, { key }), 403, "insufficient_scope");
    expect(message).toContain(operation.scope);
  });

  test("is accepted with its own scope only, in either header", async () => {
    const own = await newAccount();
    const key = await own.keyWith([operation.scope as Scope]);
    const bearer = await ask(operation, await FIXTURES[name](own), { key });
    expect({ status: bearer.status, body: bearer.text }).toMatchObject({ status: operation.status });
    const header = await ask(operation, await FIXTURES[name](own), { headers: { "X-API-Key": key } });
    expect({ status: header.status, body: header.text }).toMatchObject({ status: operation.status });
  });
});

describe("keys", () => {
  test.each(["coins/bet", "coins/claim", "coins/purchase", "coins/fairness/rotate", "builds/any/buy", "ranked"])(
    "of every scope cannot spend or win coins: no POST of %s",
    async (path) => {
      const { status } = await send(`/api/v1/${path}`, { method: "POST", key: account.key, json: {} });
      expect([404, 405]).toContain(status);
    },
  );

  test("a valid X-API-Key does not compensate for an invalid Authorization", async () => {
    const answer = await send("/api/v1/me", { headers: { Authorization: "Basic abc", "X-API-Key": account.key } });
    expectError(answer, 401, "invalid_key");
  });

  test("a scheme without a key counts as no key, and a key without the scheme gets a hint", async () => {
    const without = await send("/api/v1/me", { headers: { Authorization: "Bearer" } });
    expectError(without, 401, "missing_key");
    const bare = await send("/api/v1/me", { headers: { Authorization: account.key } });
    expect(expectError(bare, 401, "invalid_key").message).toContain("Authorization: Bearer");
  });

  test.each(["bearer", "BEARER", "Bearer "])("the scheme can be written %s", async (scheme) => {
    expect((await send("/api/v1/me", { headers: { Authorization: `${scheme} ${account.key}` } })).status).toBe(200);
  });

  test("operations that need no key work without one", async () => {
    for (const { operation } of CASES.filter(({ operation }) => operation.scope === null)) {
      const answer = await ask(operation, {});
      expect(answer.status).toBe(200);
      expectStandardHeaders(answer);
    }
  });
});
