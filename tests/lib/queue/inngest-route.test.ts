import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { env } from "@/lib/infra/environment/env";
import { handleInngest } from "@/lib/queue/inngest-functions";
import { stopClock } from "@/tests/support/stopped-clock";
import { configureInngest, NO_INNGEST, setUpInngest } from "./inngest-fixture";
import { call, startInngest } from "./inngest-server";

stopClock();

const { onCleanUp } = setUpInngest();

describe("an unsigned sync", () => {
  const sync = () =>
    handleInngest(
      new NextRequest("http://localhost:3000/api/inngest", { method: "PUT", headers: { Host: "evil.example" } }),
    );

  test("registers this app with the configured server if the operator accepts it, under its own address and at intervals", async () => {
    const inngest = await startInngest();
    onCleanUp(inngest.stop);
    configureInngest({ ...inngest.settings, acceptsUnsignedSync: true });
    expect((await sync()).status).toBe(200);
    expect(inngest.registrations.map(({ url }) => url)).toEqual([new URL("/api/inngest", env().siteUrl).href]);
    const again = await sync();
    expect(again.status).toBe(429);
    expect(again.headers.get("retry-after")).toBe("5");
    expect(inngest.registrations).toHaveLength(1);
  });

  test("is rejected otherwise", async () => {
    configureInngest({ ...NO_INNGEST, acceptsUnsignedSync: false });
    expect((await sync()).status).toBe(401);
  });
});

describe("the route that Inngest calls", () => {
  test("answers signed requests only", async () => {
    configureInngest(NO_INNGEST);
    for (const method of ["GET", "POST", "PUT"] as const)
      expect((await call(method, "", method === "GET" ? undefined : {}, false)).status).toBe(401);
    expect(await (await call("GET")).json()).toMatchObject({
      function_count: 6,
      mode: "cloud",
      app_id: "pegboard",
      has_signing_key: true,
    });
  });

  test("does not exist if the deployment runs without Inngest", async () => {
    expect((await call("GET")).status).toBe(404);
  });
});
