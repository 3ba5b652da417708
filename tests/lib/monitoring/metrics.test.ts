import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext } from "@/lib/domain/kernel/context";
import { collectWorkerMetrics, exportMetrics, scrape } from "@/lib/monitoring/metrics";
import { newCaller, callHandler } from "@/tests/lib/http/pipeline/caller";
import { handlers } from "@/tests/lib/http/pipeline/things";
import {
  deliverUntilFinal,
  setUpWebhooks,
  answering,
  AT_ONCE,
} from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";

const TOKEN = "metrics of the tests alone";
process.env.METRICS_TOKEN = TOKEN;
process.env.RATE_LIMIT_EXPORT = "1/3600";

const webhooks = setUpWebhooks({ backoffSeconds: AT_ONCE });

/** The value of each series, by its name and labels. */
async function series(): Promise<Map<string, number>> {
  const { status, body } = await scrape({ authorization: `Bearer ${TOKEN}` });
  expect(status).toBe(200);
  const lines = body.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

describe("the metrics", () => {
  test("require the token", async () => {
    for (const authorization of [undefined, "Bearer wrong", TOKEN])
      expect((await scrape({ authorization })).status).toBe(401);
  });

  test("count requests by operation, never by path, with their duration", async () => {
    const { key } = await newCaller({ tier: "pro" });
    for (const path of ["/api/v1/things?a=1", "/api/v1/things?a=2"]) await callHandler(handlers, "GET", { key, path });
    await callHandler(handlers, "GET");
    const found = await series();
    const name = 'pegboard_http_request_duration_seconds_count{operation="GET /api/v1/things"';
    expect(found.get(`${name},status="2xx"}`)).toBe(2);
    expect(found.get(`${name},status="4xx"}`)).toBe(1);
    expect([...found.keys()].filter((labels) => labels.includes("?"))).toEqual([]);
  });

  test("count rejections, sign-ups and outcomes of deliveries, and show the state of pool and queue", async () => {
    for (let call = 0; call < 3; call += 1) await spend("export", "somebody", { whenDown: "local" });
    const visitor = createContext({ actor: null, channel: "session" });
    const person = { name: "Metric", handle: "metric", email: "metric@example.com", password: "a long pass phrase" };
    await register(visitor, person);
    const { owner, endpoint, id } = await webhooks.oneDelivery(answering(500));
    await deliverUntilFinal(owner, endpoint.id, id);
    const found = await series();
    expect(found.get('pegboard_rate_limit_rejections_total{budget="export"}')).toBe(2);
    expect(found.get('pegboard_sign_ups_total{method="password"}')).toBe(1);
    expect(found.get('pegboard_delivery_attempts_total{outcome="retried"}')).toBe(5);
    expect(found.get('pegboard_delivery_attempts_total{outcome="failed"}')).toBe(1);
    expect(found.get('pegboard_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(found.get("pegboard_deliveries_pending")).toBe(0);
    expect(found.get("pegboard_delivery_lag_seconds")).toBe(0);
    expect(found.get("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  });

  test("count rejections from zero, so that the first ones show as an increase", async () => {
    const rejections = [...(await series())].filter(([name]) =>
      name.startsWith("pegboard_rate_limit_rejections_total"),
    );
    expect(rejections.length).toBeGreaterThan(40);
    expect(rejections.filter(([, value]) => value > 2)).toEqual([]);
  });

  test.each(["grafana-dashboard.json", "alerts.yaml"])("include all that docs/operations/%s names", async (file) => {
    const known = (await exportMetrics()).map(({ name }) => name);
    const asked = readFileSync(`docs/operations/${file}`, "utf8").match(/\b(pegboard|nodejs|process)_\w+/g);
    const names = new Set(asked?.map((name) => name.replace(/_(bucket|count)$/, "")));
    expect(names.size).toBeGreaterThan(4);
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
  });

  test("of our own each have a panel of the dashboard", async () => {
    const own = (await exportMetrics()).map(({ name }) => name).filter((name) => name.startsWith("pegboard_"));
    const dashboard = readFileSync("docs/operations/grafana-dashboard.json", "utf8");
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
  });

  test("of several workers are summed in one scrape, except for those that each reads from the database", async () => {
    const other = JSON.parse(JSON.stringify(await exportMetrics())) as Awaited<ReturnType<typeof exportMetrics>>;
    const alone = await series();
    const lag = other.find(({ name }) => name === "nodejs_eventloop_lag_p99_seconds");
    for (const sample of (lag as unknown as { values: { value: number }[] }).values) sample.value = 7;
    collectWorkerMetrics(async () => [other]);
    const together = await series();
    expect(together.get("nodejs_eventloop_lag_p99_seconds"), "the slowest event loop").toBe(7);
    const budget = 'pegboard_rate_limit_rejections_total{budget="export"}';
    expect(together.get(budget)).toBe(2 * alone.get(budget)!);
    expect(together.get("pegboard_deliveries_pending")).toBe(alone.get("pegboard_deliveries_pending"));
  });
});
