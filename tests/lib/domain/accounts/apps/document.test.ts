import { models } from "@/lib/domain/kernel/models";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findApp, readDocument } from "@/lib/domain/accounts/apps/clients";
import { DOCUMENT } from "@/lib/domain/accounts/apps/rules";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { env } from "@/lib/infra/environment/env";
import { peek } from "@/lib/infra/limiter/rate-limit";
import { anyone } from "./app-fixture";
import { newPerson } from "@/tests/support/people";

let base: string;
let asked = 0;
let respond: (response: http.ServerResponse, url: string) => void;
const server = http.createServer((request, response) => {
  asked += 1;
  respond(response, `${base}${request.url}`);
});

const allowed = env().webhooks.allowPrivateTargets;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => void (env().webhooks.allowPrivateTargets = allowed));

const described = (url: string, more: object = {}) => ({
  client_id: url,
  client_name: "Reader",
  redirect_uris: ["http://127.0.0.1/cb"],
  ...more,
});
const json = (value: unknown, headers: http.OutgoingHttpHeaders = {}) => {
  respond = (response) =>
    void response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
};
let count = 0;
const nextUrl = () => `${base}/app-${(count += 1)}.json`;

const from = (clientIp: string): VisitorContext => createContext({ actor: null, channel: "session", clientIp });
const newAppsLeft = async () => (await peek("unownedApps", "all", { whenDown: "local" })).remaining;

describe("an app with a metadata document", () => {
  test("is identified by the document's URL, which is fetched again when it is stale", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    json(described(url), { "Cache-Control": "max-age=600" });
    const before = asked;
    const first = await findApp(anyone(), url);
    expect(first).toMatchObject({ name: "Reader", documentUrl: url, redirectUris: ["http://127.0.0.1/cb"] });
    expect((await findApp(anyone(), url)).id).toBe(first.id);
    expect(asked - before).toBe(1);
    json(described(url, { client_name: "Writer" }));
    expect(await findApp(anyone(new Date(Date.now() + 601_000)), url)).toMatchObject({ id: first.id, name: "Writer" });
    expect(asked - before).toBe(2);
  });

  test("is one app, however many requests arrive at once", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    json(described(url));
    const found = await Promise.all(Array.from({ length: 10 }, () => findApp(anyone(), url)));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  test("is fetched once and counts once as a new app, however many read it for the first time at once", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    json(described(url));
    const [before, left] = [asked, await newAppsLeft()];
    const requests: Promise<unknown>[] = [];
    // Begun one after another, so that some find no app just before another one stores it.
    for (let n = 0; n < 50; n++) {
      requests.push(findApp(from(`192.0.2.${n}`), url));
      await setTimeout(1);
    }
    await Promise.all(requests);
    expect(asked - before).toBe(1);
    expect(left - (await newAppsLeft())).toBe(1);
  });

  test("that cannot be made spends nothing of what everybody shares", async () => {
    const left = await newAppsLeft();
    env().webhooks.allowPrivateTargets = false;
    for (const url of ["https://10.0.0.1/app.json", "https://example.com/", "https://localhost/app.json"])
      await expect(findApp(from("192.0.2.20"), url)).rejects.toMatchObject({ code: "invalid_client" });
    expect((await peek("appDocuments", "192.0.2.20", { whenDown: "local" })).remaining).toBe(60);
    env().webhooks.allowPrivateTargets = true;
    json({});
    for (let nth = 0; nth < 3; nth++)
      await expect(findApp(from("192.0.2.20"), nextUrl())).rejects.toMatchObject({ code: "invalid_client" });
    expect(await newAppsLeft()).toBe(left);
  });

  test.each<[string, () => Promise<VisitorContext>]>([
    ["account", () => newPerson()],
    ["address", async () => from("192.0.2.30")],
  ])("cannot be made beyond the share of one %s, which leaves known apps and everybody else alone", async (_, make) => {
    env().webhooks.allowPrivateTargets = true;
    respond = (response, url) =>
      void response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(described(url)));
    const [one, left] = [await make(), await newAppsLeft()];
    const urls = Array.from({ length: 22 }, nextUrl);
    const tries = await Promise.allSettled(urls.map((url) => findApp(one, url)));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : "made"));
    expect(codes.filter((code) => code === "made")).toHaveLength(20);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
    expect(left - (await newAppsLeft())).toBe(20);
    const refused = urls[codes.indexOf("rate_limited")]!;
    expect(await models(anyone()).app.count({ where: { documentUrl: refused } })).toBe(0);
    expect(await findApp(await newPerson(), refused)).toMatchObject({ documentUrl: refused });
    const known = urls[codes.indexOf("made")]!;
    expect(await findApp({ ...one, now: new Date(Date.now() + 3_601_000) }, known)).toMatchObject({
      documentUrl: known,
    });
  });

  test("is fetched a bounded number of times per account", async () => {
    env().webhooks.allowPrivateTargets = true;
    json({});
    const person = await newPerson();
    const tries = await Promise.allSettled(Array.from({ length: 70 }, () => findApp(person, nextUrl())));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : ""));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(10);
  });

  test.each<[string, unknown]>([
    ["is no JSON", undefined],
    ["is a list", []],
    ["names another address", { client_id: "https://example.com/app.json", redirect_uris: ["https://a.example/"] }],
    ["has no redirect", { redirect_uris: [] }],
    ["has a redirect to a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["hides its name", { client_name: "\u202Enimda" }],
    ["wants to keep a secret", { token_endpoint_auth_method: "client_secret_basic" }],
  ])("is rejected if it %s", async (_, wrong) => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    const value = typeof wrong === "object" && !Array.isArray(wrong) ? described(url, wrong as object) : wrong;
    json(value);
    await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
  });

  test("is rejected if its document is too large, redirects, fails, or breaks off", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    const large = JSON.stringify(described(url, { more: "x".repeat(DOCUMENT.maxBytes) }));
    const wrong: (typeof respond)[] = [
      (response) => void response.writeHead(200, { "Content-Type": "text/plain" }).end(JSON.stringify(described(url))),
      (response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(large),
      (response) => void response.writeHead(302, { Location: `${base}/else` }).end(),
      (response) => void response.writeHead(500).end(),
      (response) => void response.destroy(),
    ];
    for (const answer of wrong) {
      respond = answer;
      await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
    }
  });
});

test.each([
  "http://example.com/app.json",
  "https://127.0.0.1/app.json",
  "https://[::1]/app.json",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/app.json",
  "https://internal.local/app.json",
  "https://user:pass@example.com/app.json",
  "https://example.com/",
  "https://example.com/app.json?x=1",
  "https://example.com/app.json#x",
  "https://example.com/a/../app.json",
  "https://EXAMPLE.com/app.json",
  `https://example.com/${"a".repeat(600)}`,
])("no document is fetched from %s", async (url) => {
  env().webhooks.allowPrivateTargets = false;
  const before = asked;
  await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
  expect(asked).toBe(before);
});
