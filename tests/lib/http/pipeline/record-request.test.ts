import { afterEach, expect, test, vi } from "vitest";
import { inRequestScope } from "@/lib/infra/log/tracing";
import { log } from "@/lib/infra/log/log";
import { useVariables } from "@/tests/support/variables";
import { callHandler, newCaller } from "./caller";
import { handlers, SMALL_BUDGETS } from "./things";

useVariables({ ...SMALL_BUDGETS, ACCESS_LOG: "1" });

afterEach(() => void vi.restoreAllMocks());

function accessLines() {
  const said = vi.spyOn(log, "info").mockReturnValue();
  return () => said.mock.calls.map(([message, fields]) => ({ message, ...fields }));
}

test("a request is logged in one line: the operation, the caller and the outcome", async () => {
  const lines = accessLines();
  const { key, ctx } = await newCaller();
  const answer = await callHandler(handlers, "GET", { key, path: "/api/v1/things?token=hunter2" });
  const [line, ...others] = lines();
  expect(others).toEqual([]);
  expect(line).toEqual({
    message: "request completed",
    method: "GET",
    operation: "GET /api/v1/things",
    path: undefined,
    status: 200,
    ms: expect.any(Number),
    requestId: answer.headers.get("x-request-id"),
    account: ctx.actor.id,
    key: key.slice(-4),
  });
});

test("a failed request is logged in one line, without the rejected key, the query or the body", async () => {
  const lines = accessLines();
  const key = `pb_live_${"k".repeat(36)}`;
  await callHandler(handlers, "POST", { key, path: "/api/v1/things?secret=hunter2", json: { password: "hunter2" } });
  expect(lines()).toMatchObject([{ operation: "POST /api/v1/things", status: 401 }]);
  expect(lines()[0]).not.toHaveProperty("key");
  expect(JSON.stringify(lines())).not.toMatch(/hunter2|kkkk/);
});

test("a server that records requests itself gets operation and caller, and nothing is recorded twice", async () => {
  const lines = accessLines();
  const { key, ctx } = await newCaller();
  const scope = {};
  await inRequestScope(scope, () => callHandler(handlers, "GET", { key }));
  expect(scope).toMatchObject({ operation: "GET /api/v1/things", account: ctx.actor.id, key: key.slice(-4) });
  expect(lines()).toEqual([]);
});
