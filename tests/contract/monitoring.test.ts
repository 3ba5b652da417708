import { describe, expect, test } from "vitest";
import { send } from "@/tests/support/api";
import { eventually } from "@/tests/support/eventually";

describe("the routes for monitoring", () => {
  test.each(["/api/health/live", "/api/health/ready"])("%s reveals only its status to strangers", async (path) => {
    // On a busy machine, the database may not respond in time at first.
    await eventually(async () => {
      const { status, headers, json } = await send(path);
      expect({ status, fields: Object.keys(json as object) }).toEqual({ status: 200, fields: ["status"] });
      expect(headers.get("cache-control")).toBe("no-store");
    });
    expect(await send(path, { method: "HEAD" })).toMatchObject({ text: "" });
  });

  test("answer other methods with a 405 that names the allowed ones", async () => {
    const { status, headers } = await send("/api/health/ready", { method: "POST" });
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD, OPTIONS" });
  });

  test("include no metrics without a token", async () => {
    expect((await send("/api/metrics", { headers: { Authorization: "Bearer " } })).status).toBe(404);
  });
});
