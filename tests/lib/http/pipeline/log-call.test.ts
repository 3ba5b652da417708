import { models } from "@/lib/domain/kernel/models";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { registerUnownedApp } from "@/lib/domain/accounts/apps/commands";
import { listGrantNames } from "@/lib/domain/accounts/apps/queries";
import { issueKey, revokeKey } from "@/lib/domain/accounts/keys/commands";
import { flushRequestLog } from "@/lib/domain/accounts/request-log/commands";
import { listAppRequests, summarizeAppRequests } from "@/lib/domain/accounts/request-log/queries";
import { database } from "@/lib/infra/database/db";
import { apiOperation } from "@/lib/http/operation";
import { serve, serveUnknown } from "@/lib/http/pipeline/serve";
import { anyone, newApp, REDIRECT, tokensFor } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { newPerson } from "@/tests/support/people";
import { useVariables } from "@/tests/support/variables";
import { type Caller, callHandler, newCaller } from "./caller";
import { handlers, SMALL_BUDGETS, things } from "./things";

useVariables({ ...SMALL_BUDGETS, RATE_LIMIT_V1_FREE: "5/3600" });

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

const actorOf = (id: string) => database().prisma.user.findUniqueOrThrow({ where: { id } });

async function logged(of = caller) {
  await flushRequestLog();
  return database().prisma.apiRequest.findMany({
    where: { userId: of.ctx.actor.id },
    orderBy: [{ createdAt: "asc" }, { operation: "asc" }],
  });
}

describe("the log of requests by key", () => {
  test("has every request that presented a live key, with its outcome", async () => {
    const { ctx, key } = caller;
    const { id: keyId } = await models(ctx).apiKey.findFirstOrThrow({ where: { userId: ctx.actor.id } });
    const read = await callHandler(handlers, "GET", { key });
    const body = JSON.stringify({ size: "large" });
    const headers = { "Content-Type": "application/json", "Content-Length": String(body.length) };
    const bad = await callHandler(serve(things.note), "POST", { key, headers, body });
    const [first, second] = await logged();
    expect(first).toMatchObject({
      ...{ id: read.headers.get("x-request-id"), keyId, operation: "GET /api/v1/things", status: 200, error: null },
      ...{ requestBytes: 0, responseBytes: read.text.length, times: 1 },
    });
    expect(first?.durationMs).toBeGreaterThanOrEqual(0);
    expect(second).toMatchObject({
      ...{ id: bad.headers.get("x-request-id"), operation: "POST /api/v1/things", status: 400 },
      ...{ error: "invalid_request", requestBytes: body.length, responseBytes: Buffer.byteLength(bad.text) },
    });
  });

  test("has the requests of an app under its grant, which the page names after the app", async () => {
    const { app } = await newApp();
    const { access_token } = await tokensFor(caller.ctx, app);
    await callHandler(handlers, "GET", { key: access_token });
    const [grant] = await listGrantNames(caller.ctx);
    expect(grant).toMatchObject({ name: app.name });
    expect(await logged()).toMatchObject([{ keyId: grant?.id, operation: "GET /api/v1/things", status: 200 }]);
  });

  test("has the requests of an app a second time for its developer, who does not learn the accounts", async () => {
    const { app } = await newApp();
    const { access_token } = await tokensFor(caller.ctx, app);
    const { headers } = await callHandler(handlers, "GET", { key: access_token });
    await flushRequestLog();
    const id = headers.get("x-request-id");
    const developer = { ...(await newPerson()), actor: await actorOf(app.ownerId!) };
    const page = await listAppRequests(developer, { id: app.id, limit: 5 });
    expect(page.data).toMatchObject([{ id, operation: "GET /api/v1/things", status: 200 }]);
    const summary = await summarizeAppRequests(developer, { id: app.id, per: "hour" });
    expect(summary).toMatchObject({ requests: 1, errors: 0, accounts: 1 });
    const told = JSON.stringify([page, summary]);
    const { id: userId, handle, name } = caller.ctx.actor;
    const [grant] = await listGrantNames(caller.ctx);
    for (const secret of [userId, handle, name, grant!.id]) expect(told).not.toContain(secret);

    const missing = { code: "not_found" };
    await expect(listAppRequests(caller.ctx, { id: app.id, limit: 5 })).rejects.toMatchObject(missing);
    await expect(summarizeAppRequests(caller.ctx, { id: app.id, per: "hour" })).rejects.toMatchObject(missing);
  });

  test("has the requests of an app without a developer only once", async () => {
    const app = await registerUnownedApp(anyone(), { name: "Tool", website: null, redirectUris: [REDIRECT] });
    const { access_token } = await tokensFor(caller.ctx, { ...app, owner: null });
    await callHandler(handlers, "GET", { key: access_token });
    expect(await logged()).toHaveLength(1);
    expect(await database().prisma.apiRequest.count({ where: { userId: app.id } })).toBe(0);
  });

  test("has requests without scope, of suspended accounts, and for methods and paths that do not exist", async () => {
    const { key } = await issueKey(caller.ctx, { name: "reader", scopes: ["read:feed"], expiresInDays: null });
    await callHandler(handlers, "GET", { key });
    await callHandler(handlers, "PUT", { key });
    await callHandler(serveUnknown(), "GET", { key, path: "/api/v1/nothing" });
    const suspended = await newCaller({ suspended: true });
    await callHandler(handlers, "GET", { key: suspended.key });
    expect((await logged()).map(({ operation, error }) => [operation, error])).toEqual(
      expect.arrayContaining([
        ["GET /api/v1/things", "insufficient_scope"],
        [null, "method_not_allowed"],
        [null, "not_found"],
      ]),
    );
    expect(await logged(suspended)).toMatchObject([{ status: 403, error: "account_suspended" }]);
  });

  test("has no requests without a valid key", async () => {
    const { ctx } = caller;
    const dead = await issueKey(ctx, { name: "revoked", scopes: ["read:posts"], expiresInDays: null });
    await revokeKey(ctx, { id: dead.id });
    for (const key of [undefined, "pb_live_typo", dead.key]) await callHandler(handlers, "GET", { key });
    expect(await logged()).toEqual([]);
  });

  test("counts rate-limited requests in one row per write, so that no flood fills it", async () => {
    for (let call = 0; call < 25; call++) await callHandler(handlers, "GET", { key: caller.key });
    const rows = await logged();
    expect(rows.filter(({ status }) => status === 200)).toHaveLength(5);
    const limited = rows.filter(({ error }) => error === "rate_limited");
    expect(limited.reduce((sum, { times }) => sum + times, 0)).toBe(20);
    // A write comes every second, by when a busy machine may not have made all calls.
    expect(limited.length).toBeLessThan(20);
    const counts = await database().prisma.apiRequestCount.findMany({ where: { userId: caller.ctx.actor.id } });
    expect(Object.fromEntries(counts.map(({ error, requests }) => [error, requests]))).toEqual({
      "": 5,
      rate_limited: 20,
    });
  });

  test("stores nothing that a request sent", async () => {
    const canary = "canary7f3a";
    const operation = apiOperation("POST /api/v1/posts/{id}", {
      writes: "posts",
      scope: "write:posts",
      summary: "Act on a post",
      idempotent: true,
      query: z.object({ q: z.string() }),
      body: z.strictObject({ content: z.string() }),
      returns: z.object({ content: z.string(), id: z.string(), q: z.string() }),
      run: async (_ctx, { content, id, q }) => ({ content, id, q }),
    });
    const said = {
      key: caller.key,
      path: `/api/v1/posts/${canary}?q=${canary}&${canary}=1`,
      params: { id: canary },
      headers: Object.fromEntries(
        [
          "Idempotency-Key",
          "User-Agent",
          "X-Request-Id",
          "Referer",
          "Accept",
          "Cookie",
          "If-None-Match",
          "X-Other",
        ].map((name) => [name, canary]),
      ),
    };
    const answers = [
      await callHandler(serve(operation), "POST", { ...said, json: { content: canary } }),
      await callHandler(serve(operation), "POST", { ...said, json: { [canary]: canary } }),
      await callHandler(serve(operation), "POST", {
        ...said,
        body: `{"${canary}`,
        headers: { "Content-Type": canary },
      }),
      await callHandler(serve(operation), "PUT", said),
      await callHandler(serveUnknown(), "GET", said),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 415, 405, 404]);
    expect(answers[0]?.text).toContain(canary);
    const rows = await logged();
    expect(rows).toHaveLength(5);
    const stored = JSON.stringify([rows, await database().prisma.apiRequestCount.findMany()]);
    expect(stored).not.toContain(canary);
    expect(stored).not.toContain(caller.key.slice(-12));
  });
});
