import { beforeAll, expect, test } from "vitest";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { MAX_ENDPOINTS } from "@/lib/domain/consequences/webhooks/rules";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { type ApiErrorCode, ERROR_GUIDE } from "@/lib/http/response/error-guide";
import recorded from "@/lib/openapi/recorded-errors.json";
import { send } from "@/tests/support/api";
import { type Account, keyThatIs, newAccount } from "@/tests/support/api-accounts";
import { expectRecorded, type Provocation } from "./error-record";

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const KEY = "YOUR_KEY";
/** A request with a key, which the record omits. */
const withKey = (path: string, sending: Provocation["sending"] = {}, key = account.key): Provocation => ({
  path,
  sending: { key, ...sending },
  names: { [key]: KEY },
});
const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  withKey(path, { method: "POST", json, headers });

/** A request that causes each error. Those of other servers are in errors.slow.test.ts. */
const PROVOCATIONS: Partial<Record<ApiErrorCode, () => Promise<Provocation> | Provocation>> = {
  invalid_request: () => post("/api/v1/posts", { content: "", audience: "FRIENDS", colour: "red" }),
  invalid_cursor: () => withKey("/api/v1/posts?cursor=page-2"),
  invalid_media: () => post("/api/v1/posts", { content: "Look", media_ids: ["media_0VhQ3kTz00aB3dE5fG7hJ9"] }),
  unknown_game: () => withKey("/api/v1/leaderboards/chess"),
  missing_key: () => ({ path: "/api/v1/me" }),
  invalid_key: () => ({ path: "/api/v1/me", sending: { key: "pb_live_mistyped" } }),
  key_expired: async () => withKey("/api/v1/me", {}, await keyThatIs("expired", account)),
  key_revoked: async () => withKey("/api/v1/me", {}, await keyThatIs("revoked", account)),
  network_not_allowed: async () => {
    const bound = {
      name: "Bound",
      scopes: ["read:profile" as const],
      expiresInDays: null,
      networks: ["203.0.113.0/24"],
    };
    return withKey("/api/v1/me", {}, (await issueKey(account.ctx(), bound)).key);
  },
  insufficient_scope: async () => {
    const key = await account.keyWith(["read:posts"]);
    return {
      ...post("/api/v1/posts", { content: "Hello" }),
      ...withKey("/api/v1/posts", { method: "POST", json: { content: "Hello" } }, key),
    };
  },
  forbidden: () => post("/api/v1/blog", { title: "Hello", description: "A first post.", content: "Hello", tags: [] }),
  account_suspended: async () => {
    const suspended = await newAccount();
    await database().prisma.user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
    return withKey("/api/v1/me", {}, suspended.key);
  },
  not_found: () => withKey("/api/v1/posts/post_0VhQ3kTz00aB3dE5fG7hJ9"),
  method_not_allowed: () => withKey("/api/v1/leaderboards/plinko", { method: "DELETE" }),
  conflict: async () => {
    const busy = await newAccount();
    const endpoint = { url: "https://example.com/pegboard", events: ["*" as const] };
    for (let made = 0; made < MAX_ENDPOINTS; made++) await createEndpoint(busy.ctx(), endpoint);
    return withKey("/api/v1/webhooks", { method: "POST", json: endpoint }, busy.key);
  },
  precondition_failed: async () => {
    const { id } = await createPost(account.ctx(), { content: "Hello", audience: "PUBLIC" });
    const edit = {
      method: "PATCH",
      json: { content: "Hello again" },
      headers: { "If-Match": '"of-an-earlier-version"' },
    };
    const { names, ...request } = withKey(`/api/v1/posts/${id}`, edit);
    return { ...request, names: { ...names, [id]: "post_0VhQ3kTz00aB3dE5fG7hJ9" } };
  },
  payload_too_large: () => ({
    ...post("/api/v1/posts", { content: "a".repeat(300_000) }),
    shownBody: '{\n  "content": "aaaaaaaa… and 299,992 more"\n}',
  }),
  unsupported_media_type: () =>
    withKey("/api/v1/posts", { method: "POST", text: "Hello", headers: { "Content-Type": "text/plain" } }),
  idempotency_conflict: async () => {
    const headers = { "Idempotency-Key": "2026-11-26-post-1" };
    const first = await newAccount();
    const sending = { method: "POST", key: first.key, headers };
    expect(await send("/api/v1/posts", { ...sending, json: { content: "Hello" } })).toMatchObject({ status: 201 });
    return withKey("/api/v1/posts", { ...sending, json: { content: "Hello again" } }, first.key);
  },
};

test.each(Object.entries(PROVOCATIONS))("the page about %s shows the real response", async (code, provoke) => {
  await expectRecorded(code as ApiErrorCode, await provoke());
});

test("the page about idempotency_in_progress shows the real response", async () => {
  const claim = {
    userId: account.id,
    operation: "POST /api/v1/posts",
    key: "2026-11-26-post-2",
    requestHash: "",
    createdAt: new Date(),
  };
  // Simulates another server's open transaction.
  await database().prisma.$transaction(
    async (tx) => {
      await tx.idempotencyKey.create({ data: claim });
      const sending = { headers: { "Idempotency-Key": claim.key }, json: { content: "Hello" }, method: "POST" };
      await expectRecorded("idempotency_in_progress", withKey("/api/v1/posts", sending));
    },
    { timeout: 60_000 },
  );
});

test("every error is recorded, and nothing else", () => {
  expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(ERROR_GUIDE).toSorted());
});
