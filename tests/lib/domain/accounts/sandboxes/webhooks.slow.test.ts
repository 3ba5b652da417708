// Slow: hours of a sandbox's clock pass, and each test makes a database.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "@/tests/support/eventually";
import { setVariables } from "@/tests/support/variables";
import { bodyOf, call, listen, namesOf, newSandbox, post, prepareSandboxes } from "@/tests/support/sandboxes";

beforeAll(prepareSandboxes);

describe("webhooks of a sandbox", () => {
  test("that fail are attempted six times over nine hours of its clock, with the same id and body", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"], () => ({ status: 500 }));
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    expect(arrivals).toHaveLength(1);
    const hour = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 3600 });
    expect(hour.json).toMatchObject({ isComplete: true });
    expect(arrivals.length).toBeGreaterThan(2);
    const day = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(day.json).toMatchObject({ isComplete: true });
    expect(arrivals).toHaveLength(6);
    expect(new Set(arrivals.map(({ body, headers }) => `${String(headers["webhook-id"])} ${body}`)).size).toBe(1);
    expect(hour.json.attempts + day.json.attempts).toBe(5);
  });

  test("are signed with the time of their receiver's clock", async () => {
    const sandbox = await newSandbox({ startsAt: "2031-01-01T00:00:00Z" });
    const { arrivals } = await listen(sandbox, ["post.created"]);
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    expect(Math.abs(Number(arrivals[0]?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(300);
    expect(bodyOf(arrivals[0]!).created).toMatch(/^2031-/);
  });

  test("requested by a wrong id or time are not sent, and the error names the field", async () => {
    const { you } = await newSandbox();
    const replay = (body: object) => call(you.key, "POST /api/v1/sandbox/replay", body);
    expect((await replay({ endpointId: "whe_none" })).json.error).toMatchObject({
      code: "not_found",
      message: "No endpoint in the sandbox has this id.",
    });
    expect((await replay({ endpointId: "whe_none", from: "yesterday" })).json.error.message).toMatch(/^from must be/);
    const still = await call(you.key, "POST /api/v1/sandbox/advance", {});
    expect(still.json.error).toMatchObject({ code: "invalid_request", param: "seconds" });
  });

  test("of a window of its past are resent in order, with the same ids and bodies", async () => {
    const sandbox = await newSandbox({ startsAt: "2027-01-01T00:00:00Z" });
    const { arrivals, endpointId } = await listen(sandbox, ["post.created"]);
    for (let day = 0; day < 4; day += 1) {
      await call(sandbox.you.key, "POST /api/v1/posts", { ...post, content: `Day ${day}` });
      await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 24 * 3600 });
    }
    const before = arrivals.splice(0);
    const again = await call(sandbox.you.key, "POST /api/v1/sandbox/replay", {
      ...{ endpointId, from: "2027-01-02T00:00:00Z", until: "2027-01-04T00:00:00Z" },
    });
    expect(again.json, again.text).toEqual({ replayed: 2, isComplete: true });
    expect(arrivals.map(({ body }) => body)).toEqual(before.slice(1, 3).map(({ body }) => body));
  });

  test("are attempted no more often than the sandbox's budget allows, and continue later", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"], () => ({ status: 500 }));
    setVariables({ RATE_LIMIT_SANDBOX_ATTEMPTS: "3/60" });
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    const stopped = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(stopped.json).toMatchObject({ attempts: 2, isComplete: false });
    expect(arrivals).toHaveLength(3);
    setVariables({});
    const { json } = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    expect(json).toMatchObject({ attempts: 3, isComplete: true });
  });

  test("are caused by a model's tool calls, like by any other act", async () => {
    const sandbox = await newSandbox();
    const { arrivals } = await listen(sandbox, ["post.created"]);
    const params = { name: "posts_create", arguments: post };
    const headers = { Accept: "application/json, text/event-stream", "X-MCP-Write": "true", Host: "localhost:3000" };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const said = await call(sandbox.you.key, "POST /mcp", message, {
      ...headers,
      "MCP-Protocol-Version": "2025-11-25",
    });
    expect(said.text).toContain("post_");
    expect(namesOf(arrivals)).toEqual(["post.created"]);
    expect((await call(sandbox.you.key, "GET /api/v1/sandbox")).json.acts).toBe(2);
  });

  test("are retried at the same times after the same acts", async () => {
    const dues = [];
    const sandbox = await newSandbox();
    for (let round = 0; round < 2; round += 1) {
      await call(sandbox.you.key, "POST /api/v1/sandbox", { seed: "retries", startsAt: "2027-01-01T00:00:00Z" });
      await listen(sandbox, ["post.created"], () => ({ status: 500 }));
      await call(sandbox.you.key, "POST /api/v1/posts", post);
      dues.push((await call(sandbox.you.key, "GET /api/v1/sandbox")).json.nextDueAt);
    }
    expect(dues[0]).toBe(dues[1]);
  });

  test("are awaited when the clock is advanced during an attempt", async () => {
    const sandbox = await newSandbox();
    let isFirst = true;
    const { arrivals } = await listen(sandbox, ["post.created"], async () => {
      if (isFirst) await sleep(300);
      isFirst = false;
      return { status: 500 };
    });
    const posted = call(sandbox.you.key, "POST /api/v1/posts", post);
    await eventually(() => expect(arrivals).toHaveLength(1));
    const advanced = await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 12 * 3600 });
    await posted;
    expect(advanced.json).toMatchObject({ attempts: 5, isComplete: true });
  });

  test("may call the API while the clock is being advanced", async () => {
    const sandbox = await newSandbox();
    const statuses: number[] = [];
    await listen(sandbox, ["post.created"], async () => {
      const answered = await call(sandbox.robin.key, "POST /api/v1/posts", post);
      statuses.push(answered.status);
      return { status: statuses.length < 3 ? 503 : 204 };
    });
    await call(sandbox.you.key, "POST /api/v1/posts", post);
    await call(sandbox.you.key, "POST /api/v1/sandbox/advance", { seconds: 3600 });
    expect(statuses).toEqual([201, 201, 201]);
  });
});
